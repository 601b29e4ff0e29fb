import ipaddr from 'ipaddr.js';

const embedded: readonly (readonly [string, number])[] = [
  ['64:ff9b::/96', 12], // NAT64
  ['64:ff9b:1::/48', -1],
  ['2002::/16', 2], // 6to4
  ['2001::/32', -1], // Teredo
  ['::/96', 12], // IPv4-compatible
];

/** Is the address one of the public internet? An IPv6 address that carries an IPv4 one is judged by both. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast';
  if (parsed.isIPv4MappedAddress()) return isPublic(parsed.toIPv4Address().toString());
  for (const [network, at] of embedded) {
    const [start, bits] = ipaddr.parseCIDR(network);
    if (!(start instanceof ipaddr.IPv6) || !parsed.match(start, bits)) continue;
    if (at < 0) return false;
    return isPublic(
      parsed
        .toByteArray()
        .slice(at, at + 4)
        .join('.'),
    );
  }
  return parsed.range() === 'unicast';
}
