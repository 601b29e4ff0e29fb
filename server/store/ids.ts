import { randomFillSync } from 'node:crypto';

/**
 * A new row id, a ULID: 26 characters, sortable by time, unique over tenants (D-049). Within a millisecond each one is the one
 * before plus one, so that rows made together keep their order. Our own code, because an import needs three per row.
 */
export function newId(): string {
  const now = Date.now();
  if (now > lastTime) begin(now);
  else increase();
  return head + String.fromCharCode(...digits);
}

/** A row id of another moment, in milliseconds: for rows that are written as if they had been made then. */
export function idAt(at: number): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  let text = timeText(at);
  for (const byte of pool.subarray(used, (used += 16))) text += alphabet[byte % 32]!;
  return text;
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codes = [...alphabet].map((letter) => letter.charCodeAt(0));
const next = new Map(codes.map((code, at) => [code, codes[at + 1]]));
const random = new Uint8Array(16);
const pool = new Uint8Array(4096);
let used = pool.length;
const digits = Array.from({ length: 16 }, () => 0);
let lastTime = 0;
let head = '';

function begin(now: number): void {
  lastTime = now;
  head = timeText(now);
  randomFillSync(random);
  random.forEach((byte, at) => (digits[at] = codes[byte % 32]!));
}

function timeText(at: number): string {
  let text = '';
  for (let rest = at; text.length < 10; rest = Math.floor(rest / 32)) text = alphabet[rest % 32]! + text;
  return text;
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
