import { accessCodes } from './access-codes';
import { checkDashboard } from './check-dashboard';
import { checkDefaults } from './check-defaults';
import { checkDerived } from './check-derived';
import { checkDisplay } from './check-display';
import { checkField, checkRequired, plainName } from './check-field';
import { checkKeys } from './check-keys';
import { checkLater } from './check-later';
import { checkOffers } from './check-offers';
import { checkReferences } from './check-references';
import { checkRows } from './check-rows';
import { checkShape } from './check-shape';
import { checkTabs } from './check-tabs';
import { checkStates } from './check-states';
import { checkUnique } from './check-unique';
import { checkWhen } from './check-when';
import { fieldAt } from './field-at';
import { menuGroups } from './menu-groups';
import { failAt, Faults, instead, type Fail } from './schema-fault';
import { parseWire } from './wire';
import type { AnyResource } from './resource';
import { isOneOf } from './is-one-of';

/**
 * What the compiler cannot see in a schema file, checked when the file is loaded: each sentence names the file, the key and
 * what to write instead.
 */
export function checkResource(resource: AnyResource, place = `schema '${resource.name}'`): void {
  const fail = failAt(place);
  checkShape(resource, fail);
  const faults = new Faults();
  const say = (key: string, what: string): boolean => faults.try(() => fail(key, what));
  const fields = Object.keys(resource.fields.properties);
  const known = [...fields, ...new Set([resource.key?.name ?? 'id', 'id']), ...columns];
  const isField = (key: string, name: string, of: readonly string[] = known): void => {
    if (!of.includes(name)) say(key, `'${name}' is not a field; ${instead(name, of)}`);
  };

  if (serverTables.includes(resource.name))
    say('name', `'${resource.name}' is a table of the server itself; choose another name`);
  if (!/^[a-z][a-z0-9-]*$/.test(resource.name)) say('name', `'${resource.name}' must be kebab-case, for example 'sms-templates'`);
  if (resource.name.length > longestName) say('name', `can have up to ${longestName} characters`);
  for (const key of Object.keys(resource))
    if (!resourceKeys.includes(key)) say(key, `is not a key of a resource; ${instead(key, resourceKeys)}`);
  checkFields(resource, say, (check) => faults.try(() => check(fail)));
  faults.try(() => checkRequired('fields.required', resource.fields.required, fields, fail));
  for (const list of ['columns', 'filter', 'sort', 'search', 'fixed', 'secret', 'hashed', 'personal', 'files'] as const)
    for (const name of resource[list] ?? []) isField(list, name);
  for (const list of ['readOnly', 'virtual'] as const)
    for (const path of resource[list] ?? []) if (!fieldAt(resource, path)) isField(list, path);
  for (const name of resource.hashed ?? [])
    if (!resource.secret?.includes(name)) say('hashed', `'${name}' is not in secret; write it there too`);
  if (resource.marksInactive && (!fields.includes('status') || resource.store === 'shared'))
    say('marksInactive', "depends on the status of a tenant's record; add status (kit/shared-fields.ts) to fields");
  for (const [name, addresses] of Object.entries(resource.sentTo ?? {})) {
    if (!(resource.secret ?? []).includes(name)) say(`sentTo.${name}`, `'${name}' is not in secret; write it there too`);
    for (const address of addresses ?? []) isField(`sentTo.${name}`, address.split('.')[0]!, fields);
  }
  for (const [name, about] of Object.entries(resource.asked ?? {})) {
    if (name !== 'id' && known.includes(name)) say('asked', `'${name}' is a field; choose another name`);
    for (const from of [about.from ?? []].flat()) isField(`asked.${name}`, from, fields);
    if ((about.newest ?? about.days) && !about.of) say(`asked.${name}`, "newest tells of another resource; write of: 'calls'");
  }
  for (const name of reachFields(resource.reach)) isField('reach', name, fields);
  if (resource.order) isField('order', resource.order.replace(/^-/, ''));
  for (const key of ['secret', 'virtual'] as const)
    if (resource.order && resource[key]?.includes(resource.order.replace(/^-/, '')))
      say('order', `'${resource.order}' is ${key}, and the database cannot sort by it; choose another field`);
  if (resource.display) isField('display', resource.display, fields);
  faults.try(() => checkUnique(resource, fields, fail));
  for (const names of resource.indexes ?? []) for (const name of names) isField('indexes', name);
  for (const name of resource.written ? [resource.written.text, ...resource.written.at] : []) isField('written', name, fields);
  for (const key of ['ui', 'messages', 'options'] as const)
    for (const name of Object.keys(resource[key] ?? {})) isField(`${key}.${name}`, name, fields);
  for (const [name, ui] of Object.entries(resource.ui ?? {})) {
    if ((ui?.widget === 'answers' || ui?.questionsOf !== undefined) && !resource.refs?.[ui.questionsOf ?? ''])
      say(`ui.${name}.questionsOf`, `must be a reference; ${instead(ui.questionsOf ?? '', Object.keys(resource.refs ?? {}))}`);
  }
  for (const [at, rule] of (resource.when ?? []).entries()) faults.try(() => checkWhen(`when.${at}`, rule, resource, fail));
  if (resource.customFields && resource.fields.properties['custom']?.type !== 'object')
    say('customFields', "the values need a field; write custom: { type: 'object' }");
  for (const [operation, wires] of Object.entries(resource.wire ?? {}))
    for (const wire of [wires].flat())
      if (wire !== 'none')
        try {
          parseWire(wire);
        } catch (error) {
          say(`wire.${operation}`, error instanceof Error ? error.message : String(error));
        }
  if ((resource.store === 'view') !== (resource.shows !== undefined))
    say('shows', "names the resources whose rows a view shows; write store: 'view', shows: ['calls'], or leave out both");
  if (resource.store === 'view')
    for (const operation of ['read', 'create', 'update', 'delete'] as const)
      if (resource.wire?.[operation] !== 'none') say(`wire.${operation}`, "must be 'none': a view only lists rows");
  const { menu, access } = resource;
  if (menu && typeof menu.path !== 'string') say('menu.path', `is missing; write path: '/config/${resource.name}'`);
  if (menu?.group !== undefined && !isOneOf(menuGroups, menu.group))
    say('menu.group', `there is no group '${menu.group}'; ${instead(menu.group, menuGroups)}`);
  if (typeof menu?.path === 'string' && !menu.path.startsWith('/')) say('menu.path', `must begin with a slash: '/${menu.path}'`);
  for (const code of typeof access === 'object' && 'code' in access ? [access.code ?? []].flat() : [])
    if (!isOneOf(accessCodes, code)) say('access.code', `'${code}' is not in kit/access-codes.ts; ${instead(code, accessCodes)}`);
  for (const [at, example] of (resource.examples ?? []).entries())
    for (const name of Object.keys(example)) isField(`examples.${at}`, name, fields);
  for (const check of [
    checkKeys,
    checkReferences,
    checkDefaults,
    checkDisplay,
    checkDerived,
    checkStates,
    checkLater,
    checkOffers,
    checkTabs,
    checkRows,
    checkDashboard,
  ])
    faults.try(() => check(resource, fail));
  faults.end();
}

/** Names of fields, and each as JSON Schema. */
function checkFields(
  resource: AnyResource,
  say: (key: string, what: string) => boolean,
  also: (check: (fail: Fail) => void) => void,
): void {
  for (const [name, field] of Object.entries(resource.fields.properties)) {
    if (!plainName.test(name)) say(`fields.${name}`, 'a field name can contain letters, digits and underscores only');
    if (name.length > longestName) say(`fields.${name}`, `a field name can have up to ${longestName} characters`);
    if (systemNames.has(name)) say(`fields.${name}`, 'is a system column; remove it');
    if (takenNames.has(name)) say(`fields.${name}`, `is a name of the product's own; write own_${name.replace(/^_/, '')}`);
    if (name === 'id' && resource.key === undefined)
      say(
        'fields.id',
        "each record has a key 'id' of its own; remove it, or write key: { name: 'id', type: 'string', from: 'client' }",
      );
    if (name in {}) say(`fields.${name}`, `is a name of JavaScript itself; write own_${name.toLowerCase()}`);
    also((fail) => checkField(`fields.${name}`, field, fail));
  }
}

/** Names whose tables are the server's own (server/store/tables/plan.ts). */
export const serverTables = ['schema-state', 'audit', 'audit-seals', 'counters', 'idempotency', 'attempts', 'custom-values'];
const columns = ['created_at', 'updated_at', 'created_by', 'updated_by', 'row_version', 'deleted_at'];
/** A column's name is an identifier of PostgreSQL, and names of its indexes are made of it. */
const longestName = 50;
const systemNames = new Set([...columns, 'tenant_id']);
/** What tables and answers hold besides fields. */
const takenNames = new Set(['search_text', '_labels', '_may_change']);
/** Every key of a resource: the compiler asks for one that is missing here. */
const keysOfResource: Readonly<Record<keyof AnyResource, true>> = {
  name: true,
  label: true,
  plural: true,
  access: true,
  menu: true,
  fields: true,
  key: true,
  store: true,
  shows: true,
  keysOf: true,
  scope: true,
  dashboard: true,
  rows: true,
  reach: true,
  leadData: true,
  audited: true,
  singleton: true,
  readOnly: true,
  defaults: true,
  fetched: true,
  computed: true,
  renamed: true,
  virtual: true,
  asked: true,
  fixed: true,
  refs: true,
  holds: true,
  options: true,
  unique: true,
  uniqueEverywhere: true,
  findsDeleted: true,
  written: true,
  indexes: true,
  secret: true,
  hashed: true,
  sentTo: true,
  personal: true,
  files: true,
  largestFile: true,
  csvImport: true,
  apiKeys: true,
  marksInactive: true,
  customFields: true,
  columns: true,
  filter: true,
  sort: true,
  order: true,
  search: true,
  display: true,
  capped: true,
  wholeList: true,
  ui: true,
  groups: true,
  messages: true,
  when: true,
  states: true,
  editIf: true,
  checks: true,
  wire: true,
  lists: true,
  actions: true,
  tools: true,
  createPerDay: true,
  reply: true,
  examples: true,
  page: true,
  related: true,
  locked: true,
  later: true,
};
const resourceKeys = Object.keys(keysOfResource);
function reachFields(reach: AnyResource['reach']): readonly string[] {
  if (typeof reach !== 'object' || 'nothing' in reach) return [];
  if ('actions' in reach) return [reach.actions];
  if ('through' in reach) return [reach.through.split('.')[0]!];
  if ('callers' in reach) return [reach.callers];
  return 'address' in reach ? [reach.address] : reach;
}
