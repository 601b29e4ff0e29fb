/** A name, and how often it may be counted in a window. */
export interface Counted {
  readonly key: string;
  readonly most: number;
}
const mostNames = 100_000;

/**
 * Windows of `length` ms in this process, one after the other for all names together. The function counts each name in turn up to
 * the first that is used up, so that who asks too often does not use up what others share; it answers the milliseconds until the
 * window ends, 0 when there is room.
 */
export function localWindows(length: number, now: () => number): (names: readonly Counted[]) => number {
  let counts = new Map<string, number>();
  let until = -Infinity;
  return (names) => {
    const at = now();
    if (at >= until || at < until - length || counts.size >= mostNames) {
      counts = new Map();
      until = at + length;
    }
    for (const { key, most } of names) {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count > most) return until - at;
    }
    return 0;
  };
}

/** Windows in Redis, each from the first count of its name: one round trip, whatever the number of names. */
export const sharedWindows = `
for i, key in ipairs(KEYS) do
  local n = redis.call('INCR', key)
  if n == 1 then redis.call('PEXPIRE', key, ARGV[1]) end
  if n > tonumber(ARGV[i + 1]) then return math.max(redis.call('PTTL', key), 1) end
end
return 0`;
