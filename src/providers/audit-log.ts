import type { AuditLogProvider, ILog } from '@refinedev/core';
import { timeline, type TimelineAction, type TimelineEntry } from '../schemas/calls/timeline';
import { dataOf } from '../schemas/kit/call';
import { recordIn } from '../schemas/kit/is-record';
import type { AnyRow } from '../schemas/kit/resource';
import { call, callRow } from './calls/call';

type Asked = Parameters<AuditLogProvider['get']>[0];
type Log = ILog<Readonly<AnyRow>>;

/** refine's names of actions with those of the timeline. */
const actions: Readonly<{ [action: string]: TimelineAction }> = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  restore: 'restored',
};

const recordHistory = {
  wire: 'GET res/{resource}/{id}/history?_end=100',
  data: dataOf<readonly TimelineEntry[]>(),
} as const;
export async function historyOf({ resource, action, author = {}, meta }: Asked): Promise<Log[]> {
  if (action !== undefined && !actions[action])
    throw new Error(`The history has no action '${action}', only ${Object.keys(actions).join(', ')}.`);
  const { id, limit, page } = recordIn(meta);
  if (id === undefined) return timelineOf(resource, { action, userId: author['id'], limit, page });
  if (author['id'] !== undefined)
    throw new Error("The history of one record knows its authors by 'name' and 'email', not by 'id'.");
  const entries = await callRow(recordHistory, { resource, id: String(id) });
  const logs = entries.map((entry) => logOf(resource, entry));
  const isBy = (log: Log): boolean => Object.entries(author).every(([name, value]) => log.author?.[name] === value);
  return logs.filter((log) => (action === undefined || log.action === action) && isBy(log));
}

async function timelineOf(
  resource: string,
  { action, userId, limit, page }: { action: string | undefined; userId: unknown; limit: unknown; page: unknown },
): Promise<Log[]> {
  const { data } = await call(timeline, {
    table: resource.replaceAll('-', '_'),
    ...(action === undefined ? {} : { action: actions[action] }),
    ...(userId === undefined ? {} : { userId: [String(userId)] }),
    ...(typeof limit === 'number' ? { limit } : {}),
    ...(typeof page === 'number' ? { page_number: page } : {}),
  });
  return data.flatMap(({ entries }) => entries).map((entry) => logOf(resource, entry));
}

function logOf(resource: string, entry: TimelineEntry): Log {
  const happened = entry.property.toLowerCase();
  const [action = 'update'] = Object.entries(actions).find(([, word]) => word === happened) ?? [];
  return {
    id: entry.id,
    createdAt: entry.created_at,
    author: { ...entry.modifiedBy },
    name: entry.property,
    data: entry.newData,
    previousData: entry.oldData,
    resource,
    action,
    meta: { id: entry.record_id, ...(entry.reason === null ? {} : { reason: entry.reason }) },
  };
}
