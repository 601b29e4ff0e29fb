export type DurationUnit = 'minutes' | 'seconds';

const parts = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const;
const secondsOf = (unit: DurationUnit): number => (unit === 'minutes' ? 60 : 1);

/** '1 d 2 h', '1 h 30 min', '45 s', '0 min'. */
export function durationText(value: number, unit: DurationUnit): string {
  let rest = Math.abs(Math.round(value * secondsOf(unit)));
  const words = parts.flatMap(([word, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count ? [`${count} ${word}`] : [];
  });
  return `${value < 0 ? '-' : ''}${words.join(' ') || (unit === 'minutes' ? '0 min' : '0 s')}`;
}

/**
 * What is meant by '1 h 30 min', '1h30', '1.5 h', '1:30' (hours and minutes; of seconds minutes and seconds), or '90' alone, which
 * counts the unit; undefined where it says no whole number of it.
 */
export function readDuration(text: string, unit: DurationUnit): number | undefined {
  const bare = text.trim().toLowerCase();
  if (/^\d{1,9}$/.test(bare)) return Number(bare);
  const clock = /^(\d{1,6}):([0-5]\d)(?::([0-5]\d))?$/.exec(bare);
  if (clock) {
    const [first = 0, second = 0, third = 0] = clock.slice(1).map((one) => Number(one ?? 0));
    if (clock[3] === undefined && unit === 'seconds') return first * 60 + second;
    return whole(first * 3600 + second * 60 + third, unit);
  }
  const words = [...bare.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]*)\s*/g)];
  if (!words.length || words.map(([all]) => all).join('') !== bare) return undefined;
  let seconds = 0;
  let before = Number.POSITIVE_INFINITY;
  for (const [, count, word = ''] of words) {
    // '1h30': what follows the hours without a word are minutes
    const size = word === '' ? before / 60 : sizes.find(([pattern]) => pattern.test(word))?.[1];
    if (size === undefined || size < 1 || size >= before || !Number.isFinite(size)) return undefined;
    seconds += Number(count) * size;
    before = size;
  }
  return whole(seconds, unit);
}

const sizes: readonly (readonly [RegExp, number])[] = [
  [/^d(ays?)?$/, 86_400],
  [/^(h|hrs?|hours?)$/, 3600],
  [/^m(ins?|inutes?)?$/, 60],
  [/^s(ecs?|econds?)?$/, 1],
];

function whole(seconds: number, unit: DurationUnit): number | undefined {
  const count = Math.round((seconds / secondsOf(unit)) * 1e6) / 1e6;
  return Number.isSafeInteger(count) ? count : undefined;
}
