import type { Field } from './field';

/**
 * What is declared and has no effect yet, each with the reason as a person reads it after 'Not active yet:'. The change that
 * gives it its effect deletes the entry.
 */
export interface Later<F extends string = string> {
  /** The resource as a whole: its pages stay, under this note. */
  readonly page?: string;
  /** People expect it there: the control stays, with this note. */
  readonly noted?: { readonly [N in F]?: string };
  /** Fields off every screen, import and call: they are here and not under `fields`. Columns and stored values stay. */
  readonly fields?: Readonly<Record<string, LaterField>>;
  /** Choices taken out of a field's enum, by the value; stored ones stay and are shown. */
  readonly choices?: { readonly [N in F]?: Readonly<Record<string, string>> };
}
export interface LaterField {
  readonly why: string;
  readonly field: Field;
  /** Sealed, as `secret` says of the fields that are on. */
  readonly secret?: boolean;
}
