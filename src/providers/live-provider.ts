import type { LiveProvider } from '@refinedev/core';
import { onLive, type Changed } from './live/live';
import { watchResources } from './live/live-socket';
import { serverNow } from '../ui/time/server-clock';

type Subscription = Parameters<LiveProvider['subscribe']>[0];

/** Minimum time between two reloads of one resource by a page. */
const restMs = 1000;
const subscriptions = new Set<Subscription>();
const due = new Map<string, Changed[]>();
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

const resourceOf = ({ channel }: Subscription): string => channel.replace(/^resources\//, '');

/** The parts of a page subscribe one by one; the server gets one message. */
function nameLater(): void {
  clearTimeout(naming);
  naming = setTimeout(() => watchResources([...new Set([...subscriptions].map(resourceOf))].slice(0, 40)), 50);
}

function follow(): () => void {
  const stop = onLive('changed', (change) => {
    due.set(change.resource, [...(due.get(change.resource) ?? []), change].slice(-50));
    tell(change.resource);
  });
  const look = (): void => {
    if (document.visibilityState === 'visible') for (const resource of due.keys()) tell(resource);
  };
  document.addEventListener('visibilitychange', look);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', look);
  };
}

/** At once, then up to once per second; a hidden page waits until it is visible. */
function tell(resource: string): void {
  if (resting.has(resource) || document.visibilityState === 'hidden') return;
  const changes = due.get(resource);
  if (!changes) return;
  due.delete(resource);
  const ids = changes.some((one) => !one.ids) ? undefined : changes.flatMap((one) => one.ids ?? []).map(String);
  for (const subscription of subscriptions) {
    if (resourceOf(subscription) !== resource || !concerns(subscription, ids)) continue;
    subscription.callback({
      channel: subscription.channel,
      type: 'updated',
      payload: ids ? { ids } : {},
      date: new Date(serverNow()),
    });
  }
  resting.set(
    resource,
    setTimeout(() => {
      resting.delete(resource);
      tell(resource);
    }, restMs),
  );
}

/** A page of one record subscribes to that record. */
function concerns({ params }: Subscription, ids: readonly string[] | undefined): boolean {
  if (!ids || params?.['subscriptionType'] === 'useList') return true;
  const own = [params?.ids ?? [], params?.['id'] ?? []].flat().map(String);
  return own.length === 0 || own.some((id) => ids.includes(id));
}
