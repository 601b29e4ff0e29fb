import { ulid } from 'ulid';

/** Random numbers that repeat: the seed determines the demo data. */
export interface Chance {
  /** 0 up to, without, 1. */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number;
  happens(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of the list, by its weight. */
  weighed<T>(list: readonly (readonly [T, number])[]): T;
  /** A row id of that moment, in milliseconds. */
  id(at: number): string;
}

export function chance(seed: number): Chance {
  let state = seed >>> 0;
  // mulberry32: small, fast, and good enough for names and dates.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    happens: (share) => next() < share,
    id: (at) => ulid(at, next),
    pick: (list) => list[Math.floor(next() * list.length)]!,
    weighed(list) {
      let rest = next() * list.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of list) if ((rest -= weight) < 0) return value;
      return list.at(-1)![0];
    },
  };
}
