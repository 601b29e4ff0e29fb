import { isOneOf } from './is-one-of.ts';

/** Stops loading with the file, the key and what to write instead. */
export type Fail = (key: string, what: string) => never;

/** What is wrong in the schema files, a line for each mistake. It has no stack: the lines name the place. */
export class SchemaFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SchemaFault';
    this.stack = message;
  }
}

/** Reports the fault of one schema file: 'src/schemas/settings/rooms.ts, columns: …'. */
export const failAt =
  (place: string): Fail =>
  (key, what) => {
    throw new SchemaFault(`${place}, ${key}: ${what}`);
  };

/** Collects what several checks report, so that one start names every mistake. */
export class Faults {
  readonly #lines = new Set<string>();

  /** Runs a check: did it pass? One that trips over what an earlier one reported says nothing of its own. */
  readonly try = (check: () => void): boolean => {
    try {
      check();
      return true;
    } catch (error) {
      if (error instanceof SchemaFault) this.#lines.add(error.message);
      else if (!this.#lines.size) throw error;
      return false;
    }
  };

  end(): void {
    if (this.#lines.size) throw new SchemaFault([...this.#lines].join('\n'));
  }
}

/** 'write capacity' where one is near, else all there are. */
export function instead(name: unknown, of: readonly string[]): string {
  const text = String(name);
  const near = of
    .map((one) => ({ one, far: distance(text.toLowerCase(), one.toLowerCase()) }))
    .filter(({ one, far }) => far <= Math.max(1, Math.min(3, Math.floor(one.length / 2))))
    .sort((a, b) => a.far - b.far)[0];
  return near ? `write '${near.one}'` : `one of ${of.join(', ')}`;
}

/** Refuses a word that is not one of these. */
export function oneOf(word: unknown, of: readonly string[], key: string, fail: Fail): void {
  if (!isOneOf(of, word)) fail(key, `${JSON.stringify(word)} is not known here; ${instead(word, of)}`);
}

/** Letters to change, add or remove (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length]!;
}
