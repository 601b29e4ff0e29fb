/** One Set-Cookie line. Without `maxAge` it lives as long as the browser; 0 deletes it. */
export function cookieLine(
  name: string,
  value: string,
  options: {
    readonly secure: boolean;
    readonly httpOnly?: boolean;
    readonly sameSite: 'Lax' | 'Strict';
    readonly path?: string;
    readonly maxAge?: number;
  },
): string {
  const parts = [`${name}=${value}`, `Path=${options.path ?? '/'}`, `SameSite=${options.sameSite}`];
  if (options.maxAge !== undefined) parts.push(`Max-Age=${options.maxAge}`);
  if (options.httpOnly) parts.push('HttpOnly');
  if (options.secure) parts.push('Secure');
  return parts.join('; ');
}

/** The cookies of a request by name; the first of a repeated one counts. */
export function cookiesOf(header: string | undefined): Record<string, string | undefined> {
  const cookies: Record<string, string | undefined> = Object.create(null);
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (at > 0) cookies[part.slice(0, at).trim()] ??= decoded(part.slice(at + 1).trim());
  }
  return cookies;
}

function decoded(text: string): string {
  const bare = text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
  if (!bare.includes('%')) return bare;
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}
