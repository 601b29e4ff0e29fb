import { readerOf } from './parameters';

/** A column of an answer, as the server describes it. */
export interface AnswerColumn {
  readonly name: string;
  /** The oid of its type. */
  readonly dataTypeID: number;
}

interface Values {
  [name: string]: unknown;
}

/** Where a row has its columns whose names begin with '~': they say something about it and are none of its fields. */
export const aside = Symbol('aside');

/** Makes a row of an answer from its values, which are texts in the order of the columns, or null. */
export type RowMaker = (values: readonly (string | null)[]) => Values & { readonly [aside]?: Values };

/**
 * A function that makes rows with these columns. It is an object literal, written for them as a validator is written for a schema: a
 * row whose columns are set one after the other takes five times as long and ten times the memory on the way.
 */
export function rowMakerOf(columns: readonly AnswerColumn[]): RowMaker {
  const wanted = JSON.stringify(columns.map(({ name, dataTypeID }) => [name, dataTypeID]));
  const found = known.get(wanted);
  if (found) return found;
  const readers = columns.map(({ dataTypeID }) => readerOf(dataTypeID));
  const literal = (isWanted: (name: string) => boolean): string[] =>
    columns.flatMap(({ name }, at) =>
      isWanted(name) ? [`${keyText(name)}: values[${at}] === null ? null : readers[${at}](values[${at}])`] : [],
    );
  const helpers = literal(isHelper);
  const parts = [...literal((name) => !isHelper(name)), ...(helpers.length ? [`[aside]: { ${helpers.join(', ')} }`] : [])];
  const maker = new Function('readers', 'aside', `return (values) => ({ ${parts.join(', ')} })`)(readers, aside) as RowMaker;
  if (known.size >= mostKnown) known.clear();
  known.set(wanted, maker);
  return maker;
}
/** Written plainly, that one name would be the object's prototype. */
const keyText = (name: string): string => (name === '__proto__' ? `['__proto__']` : JSON.stringify(name));
const isHelper = (name: string): boolean => name.startsWith('~');
const known = new Map<string, RowMaker>();
const mostKnown = 500;
