import { withOwnDefaults, type Beginning } from '../../schemas/kit/defaults';
import { namesInRows } from '../../schemas/kit/derived';
import { rowsOf } from '../../schemas/kit/row-resource';
import type { Values } from '../../schemas/kit/values';
import type { FieldAt } from '../kind';

/** A row with its defaults; those that only the server may write come with the save. */
export function newRow({ resource, name }: FieldAt, values: Values, beginning: Beginning) {
  const locked = namesInRows(resource.readOnly ?? [], name);
  const begun = withOwnDefaults(rowsOf(resource, name), values, beginning);
  return Object.fromEntries(Object.entries(begun).filter(([field]) => !locked.includes(field)));
}
