import { firstReads } from 'virtual:first-reads';

/**
 * Runs before any other script, and loads none: what it imports is written into it. It makes the requests that this page made on
 * the last visit, at a first visit those that its folder declares, so that the answers arrive while the code still loads (ADR 7).
 * `providers/early-reads.ts` hands the answers out; those that nobody uses are dropped there.
 */
interface Kept {
  readonly user: string;
  readonly pages: Readonly<Record<string, readonly string[]>>;
}

const reads = new Map<string, Promise<Response | undefined>>();
try {
  const user = JSON.parse(localStorage.getItem('currentUser') ?? 'null') as { id: string; token: string } | null;
  const kept = JSON.parse(localStorage.getItem('earlyReads') ?? 'null') as Kept | null;
  const address = location.pathname + location.search;
  const paths = (kept?.user === user?.id ? kept?.pages[address] : undefined) ?? firstReads[address];
  // every page requests the permissions, those of a first visit too
  if (user?.token)
    for (const path of new Set<string>(['acl', ...(Array.isArray(paths) ? paths : [])]))
      reads.set(
        path,
        fetch(`/api/${path}`, {
          credentials: 'include',
          headers: {
            Accept: 'application/json',
            'X-XSRF-TOKEN': /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '',
            Authorization: `Bearer ${user.token}`,
            'Cache-Control': 'no-cache',
            Pragma: 'no-cache',
          },
        }).catch(() => undefined),
      );
} catch {
  // Storage was edited by hand, or is blocked: the page makes its requests itself.
}
(window as { earlyReads?: typeof reads }).earlyReads = reads;
