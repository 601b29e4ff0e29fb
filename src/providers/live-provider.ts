import type { LiveProvider } from '@refinedev/core';
import type { Changed, RowChange } from '../schemas/kit/changed';
import { dataProvider } from './data-provider';
import { onLive } from './live/live';
import { watchResources } from './live/live-socket';
import { isOwnUpdate } from './own-updates';
import { serverNow } from '../ui/time/server-clock';

type Subscription = Parameters<LiveProvider['subscribe']>[0];
interface Heard extends Changed {
  /** This tab wrote it: refine reloads what the mutation says, and a form that saves as one types keeps what is typed. */
  readonly own?: true;
}

/** Minimum time between two reloads of one resource by a page. */
const restMs = 1000;
/** Of more events, those of a hidden page for example, it is only kept that there were some. */
const mostKept = 50;
const subscriptions = new Set<Subscription>();
const due = new Map<string, Heard[]>();
const resting = new Map<string, ReturnType<typeof setTimeout>>();
let naming: ReturnType<typeof setTimeout> | undefined;
let following: (() => void) | undefined;

/** refine's live mode over the socket: lists and pages reload when someone else changed what they show. */
export const liveProvider: LiveProvider = {
  subscribe(subscription) {
    following ??= follow();
    subscriptions.add(subscription);
    nameLater();
    return subscription;
  },
  unsubscribe(subscription: Subscription) {
    subscriptions.delete(subscription);
    nameLater();
  },
};

/** Records that this tab is saving, and whether an event about one came meanwhile. */
const held = new Map<string, boolean>();

/**
 * Who saves a record and then reads again all that shows it, reads it once: until the returned function is called, events about this
 * record alone are kept back, that of the save itself among them. It answers whether there were any.
 */
export function holdLive(resource: string, id: string): () => boolean {
  const key = `${resource} ${id}`;
  held.set(key, false);
  return () => {
    const heard = held.get(key) === true;
    held.delete(key);
    return heard;
  };
}

function isHeld({ resource, ids = [] }: Changed): boolean {
  const [id, ...others] = ids;
  const key = `${resource} ${id}`;
  if (id === undefined || others.length || !held.has(key)) return false;
  held.set(key, true);
  return true;
}

const resourceOf = ({ channel }: Subscription): string => channel.replace(/^resources\//, '');

/** The parts of a page subscribe one by one; the server gets one message. */
function nameLater(): void {
  clearTimeout(naming);
  naming = setTimeout(() => watchResources([...new Set([...subscriptions].map(resourceOf))].slice(0, 40)), 50);
}

function follow(): () => void {
  const stop = onLive('changed', (change) => void hear(change));
  const look = (): void => {
    if (document.visibilityState === 'visible') for (const resource of due.keys()) tell(resource);
  };
  document.addEventListener('visibilitychange', look);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', look);
  };
}

async function hear(change: Changed): Promise<void> {
  if (isHeld(change)) return;
  const { resource } = change;
  const isOwn = isRecordShown(change) && (await isOwnUpdate(change, readOne));
  const one: Heard = isOwn ? { ...change, own: true } : change;
  const all = [...(due.get(resource) ?? []), one];
  due.set(resource, all.length > mostKept ? [{ resource }] : all);
  tell(resource);
}

const readOne = async (resource: string, id: string | number) => (await dataProvider.getOne({ resource, id })).data;

/** Lists reload after an update of this tab too; it is the record that is shown or edited which must not. */
const isRecordShown = ({ resource, ids = [] }: Changed): boolean =>
  [...subscriptions].some(
    (one) =>
      resourceOf(one) === resource &&
      one.params?.['subscriptionType'] === 'useOne' &&
      ids.some((id) => String(id) === String(one.params?.['id'])),
  );

/** At once, then up to once per second; a hidden page waits until it is visible. */
function tell(resource: string): void {
  if (resting.has(resource) || document.visibilityState === 'hidden') return;
  const changes = due.get(resource);
  if (!changes) return;
  due.delete(resource);
  const events = eventsOf(changes);
  const news = eventsOf(changes.filter(({ own }) => !own));
  for (const subscription of subscriptions)
    if (resourceOf(subscription) === resource) pass(isRead(subscription) ? news : events, subscription);
  resting.set(
    resource,
    setTimeout(() => {
      resting.delete(resource);
      tell(resource);
    }, restMs),
  );
}

interface LiveRows {
  /** '*': anything may have happened, as after a bulk change. Every subscription receives it. */
  readonly type: RowChange | '*';
  readonly ids?: readonly string[];
}
/** One event for each kind of change; what was created and then changed is created. */
function eventsOf(changes: readonly Changed[]): LiveRows[] {
  if (changes.some(({ ids }) => !ids)) return [{ type: '*' }];
  const last = new Map<string, RowChange>();
  for (const { ids = [], created = [], deleted = [] } of changes)
    for (const id of ids) {
      const change = deleted.includes(id) ? 'deleted' : created.includes(id) ? 'created' : undefined;
      last.set(String(id), change ?? last.get(String(id)) ?? 'updated');
    }
  const types = ['created', 'updated', 'deleted'] as const;
  return types
    .map((type) => ({ type, ids: [...last].flatMap(([id, change]) => (change === type ? [id] : [])) }))
    .filter(({ ids }) => ids.length > 0);
}

const isRead = ({ params }: Subscription): boolean => params?.['subscriptionType'] !== undefined;

/** What this subscription wants of it; refine's own reads reload once, whatever happened to their rows. */
function pass(events: readonly LiveRows[], subscription: Subscription): void {
  const { channel, types, callback } = subscription;
  const isWanted = ({ type, ids }: LiveRows): boolean =>
    (type === '*' || types.some((one) => one === '*' || one === type)) && concerns(subscription, ids);
  const wanted = events.filter(isWanted);
  const told =
    isRead(subscription) && wanted.length > 1 ? [{ type: '*' as const, ids: wanted.flatMap(({ ids }) => ids ?? []) }] : wanted;
  for (const { type, ids } of told)
    try {
      callback({ channel, type, payload: ids ? { ids: [...ids] } : {}, date: new Date(serverNow()) });
    } catch (error) {
      console.error(error); // one page's fault is not another's
    }
}

/** A page of one record subscribes to that record. */
function concerns({ params }: Subscription, ids: readonly string[] | undefined): boolean {
  if (!ids || params?.['subscriptionType'] === 'useList') return true;
  const own = [params?.ids ?? [], params?.['id'] ?? []].flat().map(String);
  return own.length === 0 || own.some((id) => ids.includes(id));
}
