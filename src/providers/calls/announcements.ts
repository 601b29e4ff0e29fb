import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { currentAnnouncements, markAnnouncementSeen, type CurrentAnnouncement } from '../../schemas/calls/announcements';
import { serverNow } from '../../ui/time/server-clock';
import { useWaited } from '../../ui/actions/use-waited';
import { call } from './call';
import { onSessionEnd, useSession } from '../session/session';

const lookEvery = 300_000;

export type Answer = 'acknowledged' | 'dismissed';
export interface Announcements {
  /** Pinned first; undefined while they are not known. */
  readonly all: readonly CurrentAnnouncement[] | undefined;
  /** Asks again. */
  readonly look: () => void;
  /** Acknowledges one or puts its banner away; throws what the server refuses. */
  readonly answer: (id: string, answer: Answer) => Promise<void>;
}

/**
 * What is announced to this user now: asked for after `wait` ms, when one ends, at the front and every five minutes.
 * Banner and dashboard share one answer; the banner looks again when one is told.
 */
export function useAnnouncements(wait: number): Announcements {
  const client = useQueryClient();
  const userId = useSession()?.user.id ?? '';
  const key = useMemo(() => ['announcements', userId], [userId]);
  const ready = useWaited(wait);
  const { data: all } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(currentAnnouncements, {}, { signal })).data,
    enabled: ready && userId !== '',
    retry: false,
    staleTime: 10_000,
    refetchInterval: ({ state }) => untilNextLook(state.data),
  });
  const look = useCallback((): void => void client.invalidateQueries({ queryKey: key }), [client, key]);
  const answer = useCallback(
    async (id: string, given: Answer): Promise<void> => {
      try {
        await call(markAnnouncementSeen, { id, [given]: true });
      } catch (error) {
        look(); // it may have been withdrawn
        throw error;
      }
      const at = new Date(serverNow()).toISOString();
      client.setQueryData<CurrentAnnouncement[]>(key, (known) =>
        known?.map((one) => (one.id === id ? { ...one, [`${given}_at`]: at } : one)),
      );
    },
    [client, key, look],
  );
  return { all, look, answer };
}

/** Its banner stands: it must still be acknowledged, or was not put away yet. */
export const isOpen = ({ must_acknowledge: must, acknowledged_at, dismissed_at }: CurrentAnnouncement): boolean =>
  must ? !acknowledged_at : !dismissed_at && !acknowledged_at;

/** Tells the server once that this user saw it; a page that nobody looks at waits until somebody does. A failure is only logged. */
export function useSeen(shown: readonly CurrentAnnouncement[]): void {
  const unseen = shown.flatMap(({ id, seen_at }) => (seen_at ? [] : [id])).join();
  useEffect(() => {
    if (!unseen) return undefined;
    const tell = (): void => {
      if (document.visibilityState === 'hidden') return;
      for (const id of unseen.split(',').filter((one) => !told.has(one))) {
        told.add(id);
        call(markAnnouncementSeen, { id }).catch((error: unknown) => {
          told.delete(id);
          console.error(error);
        });
      }
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [unseen]);
}
const told = new Set<string>();
onSessionEnd(() => told.clear()); // the next user of this page has not seen it

/** The next one that ends is taken away then. */
function untilNextLook(known: readonly CurrentAnnouncement[] | undefined): number {
  const ends = (known ?? []).flatMap(({ ends_at }) => (ends_at ? [Date.parse(ends_at) - serverNow() + 500] : []));
  return Math.min(lookEvery, ...ends.map((ms) => Math.max(ms, 1000)));
}
