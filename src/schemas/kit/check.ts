import type { FieldError } from './problem';

/** A rule that JSON Schema cannot say and that needs no other row: pure, run by browser and server alike. */
export type Check = (record: Readonly<Record<string, unknown>>) => FieldError[];
