import { rowsOf } from '../schemas/kit/row-resource';
import type { FieldAt } from './kind';

/** A field inside a list's rows, which are records of their own, or inside an object. */
export function inside(at: FieldAt, name: string, list: boolean): FieldAt {
  if (!list) return { ...at, path: `${at.path}.${name}`, field: at.field.properties?.[name] ?? {} };
  const field = at.field.items?.properties?.[name] ?? {};
  if (at.path !== at.name) return { ...at, path: `${at.path}.*.${name}`, field };
  return { resource: rowsOf(at.resource, at.name), name, path: name, field };
}
