import type { FieldAt } from './kind';

/** The position of a field inside a list's rows or inside an object. */
export function inside(at: FieldAt, name: string, list: boolean): FieldAt {
  const properties = (list ? at.field.items?.properties : at.field.properties) ?? {};
  return { ...at, path: `${at.path}.${list ? '*.' : ''}${name}`, field: properties[name] ?? {} };
}
