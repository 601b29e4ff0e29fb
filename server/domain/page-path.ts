const longest = 300;

/**
 * The path of a page without query, fragment and what may name a person: a part with an @ or six digits in a row is cut to '…'.
 */
export function pagePath(page: string): string {
  const path = page.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/)[0]!;
  const plain = decoded(path)
    .split('/')
    .map((part) => (/@|\d{6}/.test(part) ? '…' : part))
    .join('/')
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '');
  return (plain.startsWith('/') ? plain : `/${plain}`).slice(0, longest);
}

/** Host of an address in lower case, without www; null for none, and for what is not an address. */
export function hostOf(address: string | undefined): string | null {
  if (!address) return null;
  try {
    const { protocol, hostname } = new URL(address);
    return /^https?:$/.test(protocol)
      ? hostname
          .toLowerCase()
          .replace(/^www\./, '')
          .slice(0, 120)
      : null;
  } catch {
    return null;
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
