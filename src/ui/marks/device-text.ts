/** 'Chrome on Windows' from a user agent. */
export function deviceText(agent: string): string {
  const browser = (/Edg|OPR|Firefox|Chrome|Safari/.exec(agent)?.[0] ?? 'A browser')
    .replace('Edg', 'Edge')
    .replace('OPR', 'Opera');
  const system = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(agent)?.[0]?.replace('Mac OS', 'macOS');
  return system ? `${browser} on ${system}` : browser;
}
