import { counted } from '../../../src/schemas/kit/counted';

/** A rule that rows break: how many, and the names of the first five. */
export interface Broken {
  readonly rule: string;
  readonly count: number;
  readonly names: readonly string[];
  /** The database itself holds this rule, so no row may break it. */
  readonly held: boolean;
}

/** "schema 'rooms', fields.beds.maximum: 12 rows break it: N-1, N-2, N-3, N-4, N-5, …" */
export const sentenceOf = ({ rule, count, names }: Broken): string =>
  `${rule}: ${counted(count, 'row')} ${count === 1 ? 'breaks' : 'break'} it: ${names.join(', ')}${count > names.length ? ', …' : ''}`;
