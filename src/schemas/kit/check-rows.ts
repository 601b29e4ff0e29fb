import { isRecord } from './is-record';
import { people } from './named-resources';
import { refOf, type AnyResource } from './resource';
import { mineIn, partsOf, type RowCondition, type RowPart } from './row-rules';
import { instead, type Fail } from './schema-fault';

const example = "{ field: 'warden_id', is: 'me' }";
const known = ['field', 'my', 'is', 'in', 'set'];
const columns = ['created_by', 'updated_by', 'created_at', 'updated_at'];

/** Checks the rules about rows by themselves; what they ask of the user is checked across files. */
export function checkRows(resource: AnyResource, fail: Fail): void {
  const { rows } = resource;
  if (rows === undefined) return;
  if (!isRecord(rows) || !isRecord(rows.read)) fail('rows', `must say which rows are read; write rows: { read: ${example} }`);
  for (const key of Object.keys(rows))
    if (key !== 'read' && key !== 'change') fail(`rows.${key}`, `is not known here; ${instead(key, ['read', 'change'])}`);
  if (resource.store !== undefined && resource.store !== 'tenant')
    fail('rows', "are rules about the rows of a tenant's table; remove rows, or store");
  checkShape('rows.read', rows.read, fail);
  if (rows.change !== undefined) checkShape('rows.change', rows.change, fail);
  for (const [key, condition] of rulesIn(resource))
    for (const part of partsOf(condition)) checkPart(`rows.${key}`, part, resource, fail);
}

function rulesIn({ rows }: AnyResource): readonly (readonly [string, RowCondition])[] {
  return rows ? [['read', rows.read], ...(rows.change ? [['change', rows.change] as const] : [])] : [];
}

function checkShape(at: string, condition: unknown, fail: Fail): void {
  if (!isRecord(condition)) return fail(at, `must be a condition; write ${example}`);
  for (const key of ['all', 'any']) {
    const parts = condition[key];
    if (parts === undefined) continue;
    if (Object.keys(condition).length !== 1) fail(at, `'${key}' stands alone; move the rest into it`);
    if (!Array.isArray(parts) || !parts.length) fail(`${at}.${key}`, `must be a list of conditions; write ${key}: [${example}]`);
    for (const [n, part] of parts.entries()) checkShape(`${at}.${key}.${n}`, part, fail);
    return;
  }
  for (const key of Object.keys(condition))
    if (!known.includes(key)) fail(`${at}.${key}`, `is not known here; ${instead(key, [...known, 'all', 'any'])}`);
  const asks = ['field', 'my'].filter((key) => typeof condition[key] === 'string').length === 1;
  if (!asks || Object.keys(condition).length !== 2) fail(at, `must compare one field; write ${example}`);
}

function checkPart(at: string, part: RowPart, resource: AnyResource, fail: Fail): void {
  if (!('field' in part)) return;
  const { properties } = resource.fields;
  const names = [...Object.keys(properties), ...columns];
  if (!names.includes(part.field)) fail(at, `'${part.field}' is not a field; ${instead(part.field, names)}`);
  for (const key of ['virtual', 'secret'] as const)
    if (resource[key]?.some((name) => name === part.field)) fail(at, `'${part.field}' is ${key} and cannot be compared`);
  if (!('is' in part) || part.is !== 'me') return;
  const isPerson = part.field === 'created_by' || part.field === 'updated_by' || refOf(resource, part.field)?.to === people;
  if (!isPerson) fail(at, `'${part.field}' does not name a user; write refs: { ${part.field}: '${people}' }`);
}

/** Checks across files that what is asked of the user is a field of the user. */
export function checkMine(resource: AnyResource, users: AnyResource | undefined, fail: Fail): void {
  const hidden = [...(users?.secret ?? []), ...(users?.virtual ?? [])];
  const names = Object.keys(users?.fields.properties ?? {}).filter((name) => !hidden.includes(name));
  for (const [key, condition] of rulesIn(resource))
    for (const my of partsOf(condition).flatMap((part) => mineIn(part) ?? [])) {
      if (/^custom\.[a-z0-9_]{1,60}$/.test(my)) continue;
      if (my === 'custom' || !names.includes(my))
        fail(
          `rows.${key}`,
          `a user has no field '${my}'; ${instead(my, names)}, or 'custom.<key>' for one that the organisation added`,
        );
    }
}
