import type { DefaultFrom } from './filled-fields';
import { derivedPaths } from './derived';
import { fieldAt } from './field-at';
import type { Field } from './field';
import { isOneOf } from './is-one-of';
import { people } from './named-resources';
import { refOf, type AnyResource } from './resource';
import { instead, type Fail } from './schema-fault';

const shape = "'user', 'today', 'now' or { field: 'another' }";

/** Checks that each default can be a value of its field, and that no two wait for each other. */
export function checkDefaults(resource: AnyResource, fail: Fail): void {
  for (const [path, from] of Object.entries(resource.defaults ?? {})) {
    const at = `defaults.${path}`;
    const target = fieldAt(resource, path);
    if (!target) return fail(at, `'${path}' is not a field; ${instead(path, Object.keys(resource.fields.properties))}`);
    if (target.default !== undefined) fail(at, 'has a default in fields too; remove one of the two');
    for (const key of ['virtual', 'secret'] as const)
      if (resource[key]?.includes(path)) fail(at, `'${path}' is ${key} and cannot be filled in; remove it`);
    if (resource.states?.field === path) fail(at, `'${path}' begins with its first state; remove it`);
    checkSource(resource, path, target, from, fail);
  }
}

function checkSource(resource: AnyResource, path: string, target: Field, from: DefaultFrom | undefined, fail: Fail): void {
  const at = `defaults.${path}`;
  if (from === 'user') {
    if (refOf(resource, path)?.to !== people)
      fail(at, `'${path}' does not name a user; add it to refs: { '${path}': '${people}' }`);
  } else if (from === 'today' || from === 'now') {
    const format = from === 'today' ? 'date' : 'date-time';
    if (target.format !== format) fail(at, `'${from}' is a ${format}; give the field format: '${format}'`);
  } else if (typeof from === 'object' && from !== null && typeof from.field === 'string') {
    checkField(resource, path, target, from.field, fail);
  } else fail(at, `must be ${shape}`);
}

function checkField(resource: AnyResource, path: string, target: Field, name: string, fail: Fail): void {
  const at = `defaults.${path}`;
  const before = path.slice(0, path.lastIndexOf('.') + 1);
  const source = fieldAt(resource, before + name);
  if (!source) return fail(at, `'${name}' is not a field${before ? ' of the row' : ''}; choose another one`);
  for (const key of ['virtual', 'secret'] as const)
    if (resource[key]?.includes(before + name)) fail(at, `'${name}' is ${key} and has no value to copy; choose another field`);
  if (derivedPaths(resource).includes(before + name))
    fail(at, `'${name}' is filled in later and has no value to copy; choose another field`);
  if (!fits({ resource, path: before + name, field: source }, { resource, path, field: target }))
    fail(at, `'${name}' is another kind of field, so its value does not fit; choose another one`);
  for (let next: string | undefined = name, seen = new Set([path.slice(before.length)]); next !== undefined;) {
    if (seen.has(next)) return fail(at, `'${name}' gets its own default from '${path}'; remove one of the two`);
    seen = seen.add(next);
    const further: DefaultFrom | undefined = resource.defaults?.[before + next];
    next = typeof further === 'object' ? further.field : undefined;
  }
}

/** Can each value of the one field be one of the other? Lengths and limits are checked when a record is saved. */
export function fits(from: FieldOf, to: FieldOf): boolean {
  const kindOf = ({ resource, path, field: { type, format, items } }: FieldOf): string =>
    JSON.stringify([[type].flat().toSorted(), format ?? '', items?.type ?? '', refOf(resource, path)?.to ?? '']);
  const choices = to.field.enum;
  return (
    kindOf(from) === kindOf(to) &&
    (choices === undefined || (from.field.enum?.every((one) => isOneOf<unknown>(choices, one)) ?? false))
  );
}
interface FieldOf {
  readonly resource: AnyResource;
  readonly path: string;
  readonly field: Field;
}
