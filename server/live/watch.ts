import { resources } from '../../src/schemas/kit/all';
import { mayDo } from '../../src/schemas/kit/access';
import { refOf, wiresOf, type AnyResource } from '../../src/schemas/kit/resource';
import { isAdministrator } from '../../src/schemas/kit/roles';
import { hasNoLeads } from '../catalogue/scope';
import type { Session } from '../context/session';
import { tableName } from '../store/identifiers';
import { roomOfRows } from './rooms';

const isWatchable = (resource: AnyResource): boolean =>
  resource.store !== 'shared' &&
  resource.store !== 'none' &&
  wiresOf(resource, 'list').length + Object.keys(resource.lists ?? {}).length > 0;
const byName = new Map(resources.map((resource) => [resource.name, resource]));

/** What someone may be looking at, by table: the table's own resource, and the views that show its rows. */
export const watchable: ReadonlyMap<string, readonly string[]> = tablesOf(resources.filter(isWatchable));
const watchableNames = new Set([...watchable.values()].flat());
/** Changes of their rows say no ids: a view's rows have their own. */
export const views: ReadonlySet<string> = new Set(resources.filter(({ store }) => store === 'view').map(({ name }) => name));

function tablesOf(all: readonly AnyResource[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { name, shows = [name] } of all)
    for (const of of shows) found.set(tableName(of), [...(found.get(tableName(of)) ?? []), name]);
  return found;
}

/** The rooms that tell this user about changes to these resources; none for what the user cannot list. */
export function watchedRooms(session: Session, names: readonly string[]): string[] {
  return [...new Set(names)].flatMap((name) => {
    const resource = byName.get(name);
    if (!resource || !watchableNames.has(name) || !mayDo(session, resource.access, 'list')) return [];
    const seen = seenBy(resource, session);
    if (seen === 'all') return [roomOfRows(session.tenantId, name, 'all')];
    const owners = seen === 'some' ? [] : seen;
    return [roomOfRows(session.tenantId, name, 'some'), ...owners.map((owner) => roomOfRows(session.tenantId, name, { owner }))];
  });
}

/**
 * As server/catalogue/scope.ts says it in SQL: every row, those of some owners, or those that go with a record of another scope.
 */
function seenBy(resource: AnyResource, session: Session): 'all' | 'some' | readonly string[] {
  const { scope } = resource;
  if (resource.rows && !isAdministrator(session)) return 'some';
  if (!scope) return 'all';
  if ('visibility' in scope) return 'some';
  if ('through' in scope) {
    if (scope.office && hasNoLeads(session)) return 'all';
    const targets = [scope.through, ...(scope.also ?? [])].map((name) => byName.get(refOf(resource, name)?.to ?? ''));
    return targets.every((target) => target && seenBy(target, session) === 'all') ? 'all' : 'some';
  }
  if (scope.beyond === 'role scope') return session.scope === 'tenant' ? 'all' : session.scope.userIds;
  return scope.beyond === 'role 1' && isAdministrator(session) ? 'all' : [session.userId];
}
