import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { currentAnnouncements, markAnnouncementSeen, type CurrentAnnouncement } from '../../schemas/calls/announcements';
import { serverNow } from '../../ui/time/server-clock';
import { useDelay } from '../../ui/actions/use-delay';
import { call } from './call';
import { callKey, changeKnown, useCall } from './use-call';
import { onSessionEnd, useSession } from '../session/session';

const lookEvery = 300_000;

export type Answer = 'acknowledged' | 'dismissed';
export interface Announcements {
  /** Pinned first; undefined until they are loaded. */
  readonly all: readonly CurrentAnnouncement[] | undefined;
  /** Loads them again. */
  readonly look: () => void;
  /** Acknowledges one or dismisses its banner; throws the server's refusal. */
  readonly answer: (id: string, answer: Answer) => Promise<void>;
}

/**
 * This user's current announcements: loaded after `wait` ms, when one ends, on focus and every five minutes. Banner and dashboard
 * share the answer; the banner reloads when one is published.
 */
export function useAnnouncements(wait: number): Announcements {
  const client = useQueryClient();
  const isSignedIn = useSession() !== null;
  const ready = useDelay(wait);
  const { data: all } = useCall(
    currentAnnouncements,
    {},
    { enabled: ready && isSignedIn, retry: false, staleTime: 10_000, refetchInterval: untilNextLook },
  );
  const look = useCallback((): void => void client.invalidateQueries({ queryKey: callKey(currentAnnouncements) }), [client]);
  const answer = useCallback(
    async (id: string, given: Answer): Promise<void> => {
      try {
        await call(markAnnouncementSeen, { id, [given]: true });
      } catch (error) {
        look(); // it may have been withdrawn
        throw error;
      }
      const at = new Date(serverNow()).toISOString();
      changeKnown(client, currentAnnouncements, {}, (known) =>
        known.map((one) => (one.id === id ? { ...one, [`${given}_at`]: at } : one)),
      );
    },
    [client, look],
  );
  return { all, look, answer };
}

/** Its banner is shown: it must still be acknowledged, or was not dismissed yet. */
export const isOpen = ({ must_acknowledge: must, acknowledged_at, dismissed_at }: CurrentAnnouncement): boolean =>
  must ? !acknowledged_at : !dismissed_at && !acknowledged_at;

/** Reports once that this user saw it; a hidden page waits until it is visible. A failure is only logged. */
export function useSeen(shown: readonly CurrentAnnouncement[]): void {
  const unseen = shown.flatMap(({ id, seen_at }) => (seen_at ? [] : [id])).join();
  useEffect(() => {
    if (!unseen) return undefined;
    const tell = (): void => {
      if (document.visibilityState === 'hidden') return;
      for (const id of unseen.split(',').filter((one) => !reported.has(one))) {
        reported.add(id);
        call(markAnnouncementSeen, { id }).catch((error: unknown) => {
          reported.delete(id);
          console.error(error);
        });
      }
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [unseen]);
}
const reported = new Set<string>();
onSessionEnd(() => reported.clear()); // the next user of this page has not seen it

/** When the next announcement ends, it is removed. */
function untilNextLook(known: readonly CurrentAnnouncement[] | undefined): number {
  const ends = (known ?? []).flatMap(({ ends_at }) => (ends_at ? [Date.parse(ends_at) - serverNow() + 500] : []));
  return Math.min(lookEvery, ...ends.map((ms) => Math.max(ms, 1000)));
}
