import ipaddr from 'ipaddr.js';

/**
 * How addresses are counted everywhere: an IPv6 /64 is one customer, who can use any address in it; an IPv4 address is itself,
 * mapped or not.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || !ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const parts = address.parts.slice(0, 4);
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`;
}
