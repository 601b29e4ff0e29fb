import type { FieldError } from './problem';
import type { AnyRow } from './resource';

/** A rule that JSON Schema cannot say and that needs no other row: pure, run by browser and server alike. */
export type Check = (record: Readonly<AnyRow>) => FieldError[];
