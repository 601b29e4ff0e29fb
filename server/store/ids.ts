import { randomFillSync } from 'node:crypto';

/**
 * A new row id, a ULID: 26 characters, sortable by time, unique over tenants (D-049). Within a millisecond each one is the one
 * before plus one, so that rows made together keep their order. Made here because an import makes three for each row.
 */
export function newId(): string {
  const now = Date.now();
  if (now > lastTime) begin(now);
  else increase();
  return head + String.fromCharCode(...digits);
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codes = [...alphabet].map((letter) => letter.charCodeAt(0));
const next = new Map(codes.map((code, at) => [code, codes[at + 1]]));
const random = new Uint8Array(16);
const digits = Array.from({ length: 16 }, () => 0);
let lastTime = 0;
let head = '';

function begin(now: number): void {
  lastTime = now;
  head = '';
  for (let rest = now; head.length < 10; rest = Math.floor(rest / 32)) head = alphabet[rest % 32]! + head;
  randomFillSync(random);
  random.forEach((byte, at) => (digits[at] = codes[byte % 32]!));
}

/** Carries to the left; past the last of a millisecond (2^80 of them) the next one begins. */
function increase(): void {
  for (let at = digits.length - 1; at >= 0; at--) {
    const higher = next.get(digits[at]!);
    digits[at] = higher ?? codes[0]!;
    if (higher !== undefined) return;
  }
  begin(lastTime + 1);
}
