import { trendSteps, type DashboardCard } from './dashboard';
import { isOneOf } from './is-one-of';
import { isRecord } from './is-record';
import { refOf, wiresOf, type AnyResource } from './resource';
import { instead, oneOf, type Fail } from './schema-fault';

const keys = ['title', 'where', 'show', 'field', 'each', 'last'];

/** Checks the cards of a dashboard: what they count by can be filtered, so that each number leads to its rows. */
export function checkDashboard(resource: AnyResource, fail: Fail): void {
  const { dashboard } = resource;
  if (dashboard === undefined) return;
  if (!Array.isArray(dashboard) || !dashboard.length)
    fail('dashboard', "must be a list of cards; write dashboard: [{ show: 'count' }]");
  if ((resource.store ?? 'tenant') !== 'tenant') fail('dashboard', 'counts the rows of a table; remove it');
  if (!wiresOf(resource, 'list').length) fail('dashboard', 'leads to a list, and this resource has none; remove it');
  for (const [at, card] of dashboard.entries()) checkCard(`dashboard.${at}`, card, resource, fail);
}

function checkCard(at: string, card: DashboardCard, resource: AnyResource, fail: Fail): void {
  if (!isRecord(card)) return fail(at, "must be a card; write { show: 'count' }");
  for (const key of Object.keys(card)) if (!keys.includes(key)) fail(`${at}.${key}`, `is not known here; ${instead(key, keys)}`);
  oneOf(card.show, ['count', 'bars', 'trend'], `${at}.show`, fail);
  for (const name of Object.keys(card.where ?? {})) checkFilter(`${at}.where`, name, resource, fail);
  if (card.show === 'count') return;
  checkFilter(`${at}.field`, card.field, resource, fail);
  if (card.show === 'bars' && !isChoice(resource, card.field))
    fail(`${at}.field`, `'${card.field}' is neither a choice, a switch nor a reference, so it has no bars`);
  if (card.show !== 'trend') return;
  if (!isDay(resource, card.field)) fail(`${at}.field`, `'${card.field}' is not a date, so it has no trend`);
  if (card.each !== undefined) oneOf(card.each, [...trendSteps], `${at}.each`, fail);
  const { last } = card;
  if (last !== undefined && !(Number.isInteger(last) && last >= 2 && last <= 92))
    fail(`${at}.last`, 'must be a whole number from 2 to 92');
}

function checkFilter(at: string, name: string, resource: AnyResource, fail: Fail): void {
  const offered: readonly string[] = resource.filter ?? [];
  if (!isOneOf(offered, name))
    fail(at, `'${name}' is not in filter; ${offered.length ? instead(name, offered) : `write filter: ['${name}']`}`);
}

function isChoice(resource: AnyResource, name: string): boolean {
  const { type, enum: choices } = resource.fields.properties[name] ?? {};
  if ([type].flat().includes('array')) return false;
  return (
    choices !== undefined ||
    type === 'boolean' ||
    refOf(resource, name) !== undefined ||
    name === 'created_by' ||
    name === 'updated_by'
  );
}

function isDay(resource: AnyResource, name: string): boolean {
  const { format } = resource.fields.properties[name] ?? {};
  return format === 'date' || format === 'date-time' || name === 'created_at' || name === 'updated_at';
}
