/** The address to open after sign-in, from the query; '/' unless it is a path of this application (D-040). */
export function safeReturnUrl(wanted: string | null | undefined, origin = window.location.origin): string {
  if (!wanted || !wanted.startsWith('/') || /^\/[/\\]/.test(wanted) || hasControls(wanted)) return '/';
  try {
    const url = new URL(wanted, origin);
    // '/.//host' is a path of this origin, but its resolved form is another host when parsed again.
    return url.origin === origin && !url.pathname.startsWith('//') && !isSignIn(url.pathname) ? wanted : '/';
  } catch {
    return '/';
  }
}

/** '/login' or '/verify-otp' with the address to return to; the root and the access-denied page are not kept. */
export function signInPath(page: '/login' | '/verify-otp', returnUrl: string): string {
  const [path = ''] = returnUrl.split('?');
  return returnUrl === '/' || path === '/access-denied' || isSignIn(path)
    ? page
    : `${page}?returnUrl=${encodeURIComponent(returnUrl)}`;
}

/** D-027: the two pages without shell and session. */
export const isSignIn = (path: string): boolean => path === '/login' || path === '/verify-otp';

// Browsers remove tabs and line breaks from a URL, so '/\t/host' would become '//host'.
const hasControls = (text: string): boolean => [...text].some((letter) => letter.charCodeAt(0) < 32);
