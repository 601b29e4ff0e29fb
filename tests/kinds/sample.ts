import type { Field, Fields } from '../../src/schemas/kit/field';
import type { FieldUi } from '../../src/schemas/kit/field-ui';
import type { ListOperator } from '../../src/schemas/kit/list-query';
import type { AnyResource } from '../../src/schemas/kit/resource';

/** One field of a kind, and what must hold of it (tests/kinds/contract.test.ts). */
export interface Sample {
  /** 'it', unless the name decides the kind. */
  readonly name?: string;
  readonly field: Field;
  readonly ui?: FieldUi;
  /** Further keys of the resource, and further fields. */
  readonly keys?: Partial<AnyResource>;
  readonly beside?: Fields;
  /** Two values, and what the other fields of the record must hold. */
  readonly values: readonly [unknown, unknown];
  readonly record?: Readonly<Record<string, unknown>>;
  /** The first value as plain text. */
  readonly text: string;
  /** Where the browser reads otherwise: as plain text, in a cell, on the record's page. */
  readonly words?: string;
  readonly cell?: string;
  readonly onRecord?: string;
  /** What is typed into the form, and the value that is sent. */
  readonly typed?: readonly [string, unknown];
  /** What is clicked there by its label, and the value that is sent. */
  readonly picked?: readonly [string, unknown];
  /** A field that cannot be of this kind, and what the start says. */
  readonly misused?: readonly [Field, RegExp];
  /** A value that is refused, and the end of its message. */
  readonly bad: readonly [unknown, RegExp];
  /** A filter that finds the first value and not the second. */
  readonly filter?: readonly [ListOperator, string];
  /** How people write the first value into a file. */
  readonly cells?: readonly string[];
  /** A cell that is refused, and why. */
  readonly badCell?: readonly [string, RegExp];
  /** Written by the server alone, so nobody sends it. */
  readonly made?: true;
  /** A reference: its values are keys of records that the test makes in this resource. */
  readonly of?: string;
}

export type Samples = Readonly<Record<string, Sample>>;
