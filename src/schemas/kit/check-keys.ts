import { kindAt, kindUiKeys, kindWidgets } from '../../kinds/kind-of';
import { accessCodes } from './access-codes';
import { fieldKeywords, type Field, type Fields } from './field';
import type { FieldUi } from './field-ui';
import { checkLink } from './check-links';
import { instead, oneOf, type Fail } from './schema-fault';
import type { AnyResource } from './resource';
import { isOneOf } from './is-one-of';
import { isRecord } from './is-record';
import { linkOf } from './links';
import { rowsOf } from './row-resource';

const widgets = ['hidden', 'radio'];
const uiKeys = 'widget with questionsOf fieldsOf counts labels empty help placeholder opens width rows sums'.split(' ');
const rules = ['public', 'signed-in', 'look-up', 'org', 'partner', 'role 1', 'nobody'];
const asked = ['list', 'read', 'create', 'update', 'status', 'delete', 'export', 'menu', 'route'];
const accessKeys = [...asked, 'code', 'rule', 'except', 'staff', 'partners', 'feature'];

/** Checks that the sibling keys fit the fields they name. */
export function checkKeys(resource: AnyResource, fail: Fail): void {
  const { properties } = resource.fields;
  checkAccess(resource.access, fail);
  for (const [name, ui] of Object.entries(resource.ui ?? {})) {
    checkUi(`ui.${name}`, ui ?? {}, fail);
    checkRowsUi(`ui.${name}`, ui ?? {}, properties[name]?.items?.properties, fail);
    for (const inner of Object.keys(ui?.rows ?? {})) checkKind(rowsOf(resource, name), inner, `ui.${name}.rows.${inner}`, fail);
    checkKind(resource, name, `ui.${name}`, fail);
  }
  for (const [name, texts] of Object.entries(resource.messages ?? {}))
    for (const keyword of Object.keys(texts ?? {}))
      if (!isOneOf(fieldKeywords, keyword))
        fail(`messages.${name}.${keyword}`, `is not a keyword here; ${instead(keyword, fieldKeywords)}`);
  for (const [name, option] of Object.entries(resource.options ?? {}))
    if (option && 'by' in option) checkLink(`options.${name}`, name, option, resource, fail);
    else if (option) oneOf(option.store, ['value'], `options.${name}.store`, fail);
  for (const name of resource.files ?? [])
    if (!isFile(properties[name]!))
      fail('files', `'${name}' does not hold a file address; write ${name}: { type: 'string', format: 'uri-reference' }`);
  for (const name of resource.search ?? [])
    if (properties[name]!.type !== 'string' || properties[name]!.format?.startsWith('date'))
      fail('search', `'${name}' is not a text field; remove it, and add it to filter`);
  for (const key of ['filter', 'sort', 'search'] as const)
    for (const name of resource[key] ?? []) {
      if (resource.secret?.includes(name)) fail(key, `'${name}' is secret and is never searched; remove it`);
      if (resource.virtual?.includes(name)) fail(key, `'${name}' is virtual and has no column; remove it`);
    }
  for (const key of ['columns', 'filter', 'sort', 'search'] as const) {
    const twice = (resource[key] ?? []).find((name, at, all) => all.indexOf(name) !== at);
    if (twice) fail(key, `'${twice}' appears twice; remove one`);
  }
  if (resource.key && resource.key.from !== 'client' && Object.hasOwn(properties, resource.key.name))
    fail('key.name', `'${resource.key.name}' is a field; remove it from fields, or write from: 'client'`);
  checkScope(resource, fail);
  const path = resource.menu?.path;
  if (path !== undefined && !/^(\/[a-z0-9{}-]+)+(\?[\w=&-]+)?$/.test(path))
    fail('menu.path', `'${path}' must be small letters, digits and dashes, for example '/config/${resource.name}'`);
  checkWidgets(resource, fail);
}

function checkUi(at: string, ui: FieldUi, fail: Fail): void {
  const keys = [...uiKeys, ...kindUiKeys()];
  for (const key of Object.keys(ui)) if (!keys.includes(key)) fail(`${at}.${key}`, `is not known here; ${instead(key, keys)}`);
  if (ui.counts !== undefined) oneOf(ui.counts, ['audience'], `${at}.counts`, fail);
  if (ui.widget !== undefined) oneOf(ui.widget, [...widgets, ...kindWidgets()], `${at}.widget`, fail);
}

/** What a file says of the rows of a list names their fields, and sums numbers. */
function checkRowsUi(at: string, { rows, sums }: FieldUi, fields: Fields | undefined, fail: Fail): void {
  const key = rows ? 'rows' : 'sums';
  if (!rows && !sums) return;
  if (!fields) return fail(`${at}.${key}`, 'is for a list whose rows have fields; remove it');
  const known = Object.keys(fields);
  for (const name of [...Object.keys(rows ?? {}), ...(sums ?? [])])
    if (!known.includes(name)) fail(`${at}.${key}`, `'${name}' is not a field of the rows; ${instead(name, known)}`);
  for (const [name, ui] of Object.entries(rows ?? {})) checkUi(`${at}.rows.${name}`, ui, fail);
  for (const name of sums ?? [])
    if (!['integer', 'number'].includes(String(fields[name]?.type))) fail(`${at}.sums`, `'${name}' is not a number; remove it`);
}

function checkKind(resource: AnyResource, name: string, place: string, fail: Fail): void {
  const { kind, at } = kindAt(resource, name);
  const misuse = kind.misuse?.(at);
  if (misuse) fail(place, misuse);
  if (kind.save && place !== `ui.${name}`)
    fail(
      place,
      `'${resource.ui?.[name]?.widget}' does its work when a record is saved, and a row is not a record; use another widget`,
    );
  for (const key of Object.keys(resource.ui?.[name] ?? {}))
    if (kindUiKeys().includes(key) && !kind.uiKeys?.some((own) => own === key))
      fail(`${place}.${key}`, 'means nothing to this kind of field; remove it');
}

/** With labels of its own a switch is a choice. */
function checkWidgets(resource: AnyResource, fail: Fail): void {
  for (const [name, { widget, labels } = {}] of Object.entries(resource.ui ?? {}))
    if (widget !== undefined && !labels && kindWidgets().includes(widget) && kindAt(resource, name).kind.widget !== widget)
      fail(`ui.${name}.widget`, `'${widget}' is for another type of field; remove it`);
}

function checkAccess(access: AnyResource['access'], fail: Fail): void {
  if (typeof access === 'string') {
    if (isOneOf<string>(accessCodes, access)) fail('access', `'${access}' is a code; write { code: '${access}' }`);
    return oneOf(access, rules, 'access', fail);
  }
  if (!isRecord(access)) fail('access', "must be a rule or an object; write { code: 'Setting_Configuration' }");
  if ('roles' in access) return;
  if (!['code', 'rule', ...asked].some((key) => key in access))
    fail('access', "lets nobody in; write { code: 'Setting_Configuration' }, or 'nobody' if that is meant");
  for (const key of Object.keys(access))
    if (!accessKeys.includes(key)) fail(`access.${key}`, `is not known here; ${instead(key, accessKeys)}`);
  for (const [key, rule] of Object.entries(access))
    if ((key === 'rule' || asked.includes(key)) && typeof rule === 'string') oneOf(rule, rules, `access.${key}`, fail);
}

const isFile = (field: Field): boolean =>
  field.type === 'array' ? field.items?.format === 'uri-reference' : field.format === 'uri-reference';

function checkScope({ scope, fields, refs, options }: AnyResource, fail: Fail): void {
  if (!scope) return;
  const known = Object.keys(fields.properties);
  for (const [key, name] of Object.entries<unknown>(scope))
    for (const one of ['beyond', 'unset', 'office', 'lists'].includes(key) ? [] : [name].flat())
      if (!isOneOf([...known, 'created_by'], one))
        fail(`scope.${key}`, `'${String(one)}' is not a field; ${instead(one, known)}`);
  for (const name of 'through' in scope ? [scope.through, ...(scope.also ?? [])] : [])
    if (!refs?.[name] && !linkOf({ options }, name)) fail('scope.through', `'${name}' is not a reference; add it to refs too`);
  if ('through' in scope && scope.unset !== undefined) oneOf(scope.unset, ['shown', ...known], 'scope.unset', fail);
  if ('owner' in scope) oneOf(scope.beyond, ['role 1', 'role scope', 'own and role scope', 'nobody'], 'scope.beyond', fail);
}
