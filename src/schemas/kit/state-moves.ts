import type { Rule } from './access';

/** One step from state to state: a button on the record's page, and the only way to change the field. */
export interface Move<F extends string = string> {
  readonly label: string;
  readonly from: string | readonly string[];
  readonly to: string;
  /** Fields that must be filled by then; the button asks for those that are empty. */
  readonly require?: readonly F[];
  /** Who may do it, of those who may change the record. */
  readonly access?: Rule;
  /** Only the user that this field names. */
  readonly by?: F | 'created_by';
  readonly look?: 'primary' | 'danger';
}

/** The states of a record: a field with choices whose default is the first state. */
export interface States<F extends string = string> {
  readonly field: F;
  readonly moves: readonly Move<F>[];
  /** States in which nothing but a move changes the record, and nobody deletes it. */
  readonly closed?: readonly string[];
}
