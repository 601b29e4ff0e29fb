import { inWords } from '../in-words';
import { isEmpty, words, type Kind } from '../kind';
import { recordIn } from '../../schemas/kit/is-record';

/** Named values that belong together. */
export const kind: Kind = {
  name: 'object',
  weight: 32,
  matches: ({ field }) => field.properties !== undefined,
  operators: [],
  text: (value, { field }) => {
    const inside = recordIn(value);
    // in the schema's order, because the database has its own
    const names = [...new Set([...Object.keys(field.properties ?? {}), ...Object.keys(inside)])];
    const filled = names.map((name) => [name, inside[name]] as const).filter(([, inner]) => !isEmpty(inner));
    return filled.map(([name, inner]) => `${field.properties?.[name]?.title ?? words(name)}: ${textOf(inner)}`).join(', ') || '–';
  },
  pageOnly: true,
  wide: true,
  looksAround: true,
};

const textOf = (value: unknown): string =>
  typeof value === 'object' || typeof value === 'boolean' ? inWords(value) : words(value);
