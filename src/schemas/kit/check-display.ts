import type { Field } from './field';
import type { AnyResource } from './resource';
import type { Fail } from './schema-fault';

/** Checks that the field which names a record has one short value: titles, references, cards and imports show and find it. */
export function checkDisplay(resource: AnyResource, fail: Fail): void {
  const key = resource.display === undefined ? 'columns' : 'display';
  const name = resource.display ?? resource.columns?.[0] ?? '';
  const field = resource.fields.properties[name];
  const such = field && unfit(resource, name, field);
  if (!such) return;
  const other = Object.keys(resource.fields.properties).find((one) => isText(resource, one));
  fail(
    key,
    `'${name}' is ${such} and cannot name a record in titles and references; ${other ? `write display: '${other}'` : 'add a text field and name it in display'}`,
  );
}

function unfit(resource: AnyResource, name: string, { type, enum: choices }: Field): string | undefined {
  const types = [type ?? []].flat();
  if (types.includes('array')) return 'a list';
  if (types.includes('object')) return 'an object';
  if (!types.length && !choices) return 'JSON of any shape';
  return (['secret', 'virtual'] as const).find((key) => resource[key]?.includes(name));
}

function isText(resource: AnyResource, name: string): boolean {
  const field = resource.fields.properties[name];
  return field?.type === 'string' && field.format === undefined && unfit(resource, name, field) === undefined;
}
