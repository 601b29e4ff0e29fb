import type { Changed, RowChange } from '../../src/schemas/kit/changed';
import type { Committed } from '../store/store';
import { roomOfRows } from './rooms';
import { watchable } from './watch';

interface Pending {
  readonly tenantId: string;
  readonly resource: string;
  readonly ids: Map<string | number, RowChange>;
  readonly byOwner: Map<string, Set<string | number>>;
  whole: boolean;
  /** Rows that nobody said the owner of. */
  some: boolean;
  count: number;
}

const quick = 30;
const slow = 1000;
const many = 20;

export interface RowChanges {
  add(committed: Committed): void;
  /** Another process has already notified its rooms. */
  heard(tenantId: string, resource: string): void;
  /** Those of these resources that may have changed within the last so many ms: all of them, where this process is younger. */
  within(tenantId: string, names: readonly string[], ms: number): string[];
  stop(): void;
}

/**
 * Tells rooms of changed rows: at once, and then what came meanwhile in one event, twenty changes or more a second apart. Nobody
 * hears the id of a row that they may not see.
 */
export function makeRowChanges(
  emit: (room: string, body: Changed) => void,
  tellOthers: (tenantId: string, resource: string) => void,
): RowChanges {
  const started = performance.now();
  /** tenant and resource → when it changed last */
  const changedAt = new Map<string, number>();
  const waiting = new Map<string, Pending>();
  const timers = new Map<string, NodeJS.Timeout>();
  const busy = new Set<string>();

  const flush = (key: string): void => {
    timers.delete(key);
    const pending = waiting.get(key);
    if (!pending) return void busy.delete(key);
    waiting.delete(key);
    const { tenantId, resource, ids, byOwner } = pending;
    tellOthers(tenantId, resource);
    const listed = (some: Iterable<string | number>): Changed => {
      const all = [...some];
      return pending.whole || all.length > many ? { resource } : { resource, ids: all, ...newAndGone(all, ids) };
    };
    emit(roomOfRows(tenantId, resource, 'all'), listed(ids.keys()));
    if (pending.whole || pending.some) emit(roomOfRows(tenantId, resource, 'some'), { resource });
    else for (const [owner, set] of byOwner) emit(roomOfRows(tenantId, resource, { owner }), listed(set));
    if (pending.count > many) busy.add(key);
    else busy.delete(key);
    timers.set(key, setTimeout(flush, busy.has(key) ? slow : quick, key).unref());
  };

  return {
    add({ tenantId, rows, whole }) {
      const seen = new Set<string>();
      const pendingOf = (table: string): Pending | undefined => {
        const resource = watchable.get(table);
        if (!resource) return undefined;
        const key = `${tenantId}:${resource}`;
        seen.add(key);
        const known = waiting.get(key);
        if (known) return known;
        const fresh = {
          tenantId,
          resource,
          ids: new Map<string, RowChange>(),
          byOwner: new Map(),
          whole: false,
          some: false,
          count: 0,
        };
        waiting.set(key, fresh);
        return fresh;
      };
      for (const table of whole) {
        const pending = pendingOf(table);
        if (pending) pending.whole = true;
      }
      for (const { table, key, owners, change } of rows) {
        const pending = pendingOf(table);
        if (!pending) continue;
        pending.ids.set(key, change === 'updated' ? (pending.ids.get(key) ?? change) : change);
        pending.count++;
        if (!owners) pending.some = true;
        for (const owner of owners ?? [])
          if (owner) pending.byOwner.set(owner, (pending.byOwner.get(owner) ?? new Set()).add(key));
      }
      for (const key of seen) {
        changedAt.set(key, performance.now());
        if (!timers.has(key)) flush(key);
      }
    },
    heard: (tenantId, resource) => void changedAt.set(`${tenantId}:${resource}`, performance.now()),
    within(tenantId, names, ms) {
      const since = performance.now() - ms;
      return names.filter((name) => (changedAt.get(`${tenantId}:${name}`) ?? started) > since);
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

function newAndGone(
  ids: readonly (string | number)[],
  changes: ReadonlyMap<string | number, RowChange>,
): Pick<Changed, 'created' | 'deleted'> {
  const [created, deleted] = (['created', 'deleted'] as const).map((change) => ids.filter((id) => changes.get(id) === change));
  return { ...(created?.length ? { created } : {}), ...(deleted?.length ? { deleted } : {}) };
}
