import { Faults, instead, oneOf, type Fail } from './schema-fault';
import type { AnyResource } from './resource';
import { isRecord, recordIn } from './is-record';

const lists =
  'columns filter sort search shows readOnly virtual fixed secret hashed personal files unique uniqueEverywhere indexes checks when groups tools examples';
const objects =
  'ui messages refs options wire lists actions reply menu key leadData later sentTo renamed states holds defaults fetched computed written';
/** Keys with a single allowed value; leaving them out means the opposite. */
const switches = { audited: false, csvImport: false, findsDeleted: true, marksInactive: true, wholeList: true };
const operations = ['list', 'read', 'create', 'update', 'status', 'delete'];

/** Checks the shape of every key, so that later checks can rely on it: lists where lists belong, required parts present. */
export function checkShape(resource: AnyResource, fail: Fail): void {
  const faults = new Faults();
  const say = (key: string, what: string): boolean => faults.try(() => fail(key, what));
  const among = (word: unknown, of: readonly string[], key: string): boolean => faults.try(() => oneOf(word, of, key, fail));
  const given = recordIn(resource);
  if (typeof given['name'] !== 'string') say('name', "must be a text in kebab-case, for example 'sms-templates'");
  if (typeof given['label'] !== 'string' || !given['label'].trim())
    say('label', "must say what one record is; write label: 'SMS template'");
  if (given['access'] === undefined)
    say('access', "must say who has access; write access: { code: 'Setting_Configuration' } or 'role 1'");
  const fields = given['fields'];
  if (!isRecord(fields) || !isRecord(fields['properties'])) {
    say('fields', "must hold the fields; write fields: { type: 'object', additionalProperties: false, properties: { … } }");
    return faults.end();
  }
  const { type, additionalProperties, required } = fields;
  if (type !== 'object') say('fields.type', "write type: 'object'");
  if (additionalProperties !== false) say('fields.additionalProperties', 'write additionalProperties: false');
  if (required !== undefined && !Array.isArray(required)) say('fields.required', asList(required));
  for (const key of lists.split(' ')) if (given[key] !== undefined && !Array.isArray(given[key])) say(key, asList(given[key]));
  for (const key of objects.split(' '))
    if (given[key] !== undefined && !isRecord(given[key])) say(key, 'must be an object; write { … }');
  for (const key of ['ui', 'refs', 'options', 'messages', 'actions', 'lists'])
    for (const [name, value] of Object.entries(recordIn(given[key])))
      if (value === null) say(`${key}.${name}`, 'is null; remove it');
  for (const key of ['createPerDay', 'largestFile'])
    if (given[key] !== undefined && !(typeof given[key] === 'number' && given[key] > 0)) say(key, 'must be a number above 0');
  for (const [key, value] of Object.entries(switches))
    if (given[key] !== undefined && given[key] !== value) say(key, `must be ${value}, or left out`);
  if (given['apiKeys'] !== undefined) among(given['apiKeys'], ['read', 'nothing'], 'apiKeys');
  if (given['store'] !== undefined) among(given['store'], ['tenant', 'shared', 'none', 'view'], 'store');
  for (const operation of Object.keys(resource.wire ?? {}))
    if (!operations.includes(operation)) say(`wire.${operation}`, `is not an operation; ${instead(operation, operations)}`);
  for (const [name, action] of Object.entries(resource.actions ?? {})) {
    among(action.as, ['read', 'create', 'update', 'delete', 'export'], `actions.${name}.as`);
    if (resource.wire?.read === 'none' && (action.offers || action.shows))
      say('wire.read', `'none' leaves no page for what 'actions.${name}' offers or shows; remove wire.read`);
  }
  if (resource.reply?.list !== undefined)
    among(resource.reply.list, ['data+count', 'data', 'data.data+count', 'data+totalDocuments'], 'reply.list');
  if (resource.customFields !== undefined)
    among(resource.customFields, ['lead', 'application', 'college', 'user'], 'customFields');
  faults.end();
}

const asList = (value: unknown): string => `must be a list; write ${typeof value === 'string' ? `['${value}']` : '[ … ]'}`;
