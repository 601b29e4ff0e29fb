/** The address to go to after sign-in, as the query said it; '/' unless it is a path of this application (D-040). */
export function safeReturnUrl(wanted: string | null | undefined, origin = window.location.origin): string {
  if (!wanted || !wanted.startsWith('/') || /^\/[/\\]/.test(wanted) || hasControls(wanted)) return '/';
  try {
    const url = new URL(wanted, origin);
    // '/.//host' is a path of this origin whose resolved form, read again, is another host.
    return url.origin === origin && !url.pathname.startsWith('//') && !isSignIn(url.pathname) ? wanted : '/';
  } catch {
    return '/';
  }
}

/** '/login' or '/verify-otp' that remembers where to go on; the root and a refusal are not worth remembering. */
export function signInPath(page: '/login' | '/verify-otp', returnUrl: string): string {
  const [path = ''] = returnUrl.split('?');
  return returnUrl === '/' || path === '/access-denied' || isSignIn(path)
    ? page
    : `${page}?returnUrl=${encodeURIComponent(returnUrl)}`;
}

/** D-027: the two pages without shell and without session. */
export const isSignIn = (path: string): boolean => path === '/login' || path === '/verify-otp';

// A browser drops tabs and line ends from an address, so '/\t/host' would become '//host'.
const hasControls = (text: string): boolean => [...text].some((letter) => letter.charCodeAt(0) < 32);
