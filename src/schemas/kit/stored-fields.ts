import type { Fields } from './field';
import type { LaterField } from './later';
import type { AnyResource } from './resource';

const laterFields = (resource: AnyResource): [string, LaterField][] => Object.entries(resource.later?.fields ?? {});

/** Every field with a column, those that wait included. */
export const storedFields = (resource: AnyResource): Fields => ({
  ...resource.fields.properties,
  ...Object.fromEntries(laterFields(resource).map(([name, { field }]) => [name, field])),
});
/** Every sealed column: the audit masks it and a new key reseals it, whether a screen shows the field or not. */
export const storedSecrets = (resource: AnyResource): readonly string[] => [
  ...(resource.secret ?? []),
  ...laterFields(resource).flatMap(([name, { secret }]) => (secret ? [name] : [])),
];
