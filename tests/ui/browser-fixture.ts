import { vi } from 'vitest';
import type { CurrentUser, Tenant } from '../../src/providers/session/session';
import { startSession } from '../../src/providers/session/session';
import { setWho } from '../../src/providers/session/who';
import { levelsOf } from '../../src/schemas/kit/access';

/** A request as the network saw it. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Headers;
  readonly init: RequestInit;
}
export type Answers = (asked: Asked) => Response | undefined | Promise<Response | undefined>;

/** Replaces the network: requests without an answer are refused. Returns the list of requests. */
export function stubNetwork(answers: Answers): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input), 'http://localhost');
    const one: Asked = {
      method: init.method ?? 'GET',
      path: (url.pathname + url.search).replace(/^\/api\//, ''),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body,
      headers: new Headers(init.headers),
      init,
    };
    asked.push(one);
    if (init.signal?.aborted) throw new DOMException('aborted', 'AbortError');
    return (await answers(one)) ?? json({ code: 404, message: `nothing at ${one.path}` }, 404);
  });
  return asked;
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

/** A token that ends after so many seconds; only its `exp` is ever read here. */
export const tokenFor = (seconds: number, mark = 'x'): string =>
  `h.${btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + seconds, mark })).replaceAll('=', '')}.s`;

export const counsellor = (change: Partial<CurrentUser> = {}): CurrentUser => ({
  id: 'u-4',
  name: 'Rohini Deshpande',
  email: 'rohini@northstar.example',
  role: 4,
  role_name: 'Counsellor',
  type: 'org',
  token: tokenFor(900),
  user_status: 0,
  logo_image: null,
  wp_token: 'wp',
  wp_access: 0,
  ...change,
});
export const tenant = (change: Partial<Tenant> = {}): Tenant => ({
  id: 't-1',
  name: 'Northstar Admissions',
  brand_name: 'Northstar',
  logo_image: null,
  support_email: 'help@northstar.example',
  support_number: '9800000001',
  is_details_complete: true,
  is_allow_automation_trigger: 1,
  ...change,
});
export function signedIn(user: Partial<CurrentUser> = {}, of: Partial<Tenant> = {}): void {
  startSession(counsellor(user), tenant(of));
}
/** Signs in with the rights of the role, and no access codes. */
export function signedInAs(role: number): void {
  signedIn({ role });
  setWho({ role, type: 'org', levels: levelsOf([]) });
}

/** An empty browser at this address. */
export function freshBrowser(path = '/'): void {
  localStorage.clear();
  sessionStorage.clear();
  document.cookie = 'XSRF-TOKEN=abc.def-1';
  history.replaceState(null, '', path);
}

/** Sets the width of the window for every media query from now on. */
export function windowWidth(width: number, more: { readonly dark?: boolean; readonly still?: boolean } = {}): void {
  vi.stubGlobal('matchMedia', (query: string) => {
    const [, side, edge] = /\((min|max)-width: ([\d.]+)px\)/.exec(query) ?? [];
    const matches = side
      ? side === 'min'
        ? width >= Number(edge)
        : width <= Number(edge)
      : query.includes('dark')
        ? (more.dark ?? false)
        : query.includes('reduced-motion') && (more.still ?? false);
    return {
      matches,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      addListener: () => undefined,
      removeListener: () => undefined,
    };
  });
}
