import type { AnyRow } from './resource';

/** The values of a record, or of a row inside one, by field, to read only. */
export type Values = Readonly<AnyRow>;
