import { Problem } from '../../src/schemas/kit/problem';

/** Refused for now: 429 for too many calls, 503 while the server is overloaded. `seconds` is the answer's Retry-After. */
export class TryLater extends Problem {
  constructor(
    code: 429 | 503,
    message: string,
    readonly seconds: number,
  ) {
    super(code, message);
  }
}

export const tooOften = (seconds: number): TryLater =>
  new TryLater(429, `Too many requests. Please try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`, seconds);
