import { mayDo } from '../../src/schemas/kit/access';
import { notAllowed, problem } from '../../src/schemas/kit/problem';
import { displayOf, type AnyResource, type AnyRow } from '../../src/schemas/kit/resource';
import { writableFields } from '../../src/schemas/kit/validation-schema';
import { uniqueRules } from '../../src/schemas/kit/unique';
import { keyMay } from '../identity/api-keys';
import type { Context } from '../context/context';
import type { Hooks } from '../context/hooks';
import { createRecord } from './create';
import type { Key } from './drafts';
import { withoutInRows } from './derived-values';
import { rulesOf } from './field-rules';
import { fetchRow } from './rows';
import { hideOutOfScopeLeads } from './out-of-scope-leads';

/** A copy as a new, inactive record: ' (copy)' behind its name, other unique values and secrets left empty. */
export async function duplicateRecord(resource: AnyResource, hooks: Hooks, key: Key, context: Context): Promise<AnyRow> {
  refuseUnread(resource, context);
  const row = await fetchRow(resource, key, context);
  await hideOutOfScopeLeads(resource, [row], context);
  const named = displayOf(resource);
  const left = new Set<string>([
    ...(resource.secret ?? []),
    ...(resource.uniqueEverywhere ?? []),
    ...(resource.virtual ?? []),
    ...(resource.states ? [resource.states.field] : []),
    ...rulesOf(resource, context.session).keys(),
  ]);
  for (const { fields, unless } of uniqueRules(resource))
    if (fields.length === 1 && !unless.length) for (const name of fields) left.add(name);
  const draft: AnyRow = {};
  for (const name of writableFields(resource))
    if (!left.has(name) && row[name] !== null && row[name] !== undefined) draft[name] = row[name];
  const longest = resource.fields.properties[named]?.maxLength ?? Number.POSITIVE_INFINITY;
  if (typeof row[named] === 'string') draft[named] = copyName(row[named], longest);
  if (Object.hasOwn(resource.fields.properties, 'status')) draft['status'] = 0;
  return createRecord(resource, hooks, withoutInRows(resource.readOnly ?? [], draft), context);
}

/** A copy shows the original's values, so the right to add records is not enough. */
function refuseUnread(resource: AnyResource, { session }: Context): void {
  const reads = { name: `${resource.name}.read`, operation: 'read' } as const;
  const mayRead = mayDo(session, resource.access, 'read') && (!session.apiKey || keyMay(session.apiKey, reads));
  if (!mayRead) throw problem(403, notAllowed);
}

function copyName(name: string, longest: number): string {
  const ending = ' (copy)';
  return `${name.slice(0, Math.max(0, longest - ending.length))}${ending}`;
}
