import type { Field } from '../schemas/kit/field';
import type { Widgets } from '../schemas/kit/field-ui';
import type { ListOperator } from '../schemas/kit/list-query';
import type { AnyResource } from '../schemas/kit/resource';

/** A field where it stands: `name` is the field of the record, `path` reaches into lists and objects ('sub_stages.*.name'). */
export interface FieldAt {
  readonly resource: AnyResource;
  readonly name: string;
  readonly path: string;
  readonly field: Field;
}

/** How one kind of field behaves wherever no screen is needed. Its folder's browser.tsx and widget.tsx say how it looks. */
export interface Kind {
  readonly name: string;
  /** Kinds are asked from the largest number down; the first that matches has the field. */
  readonly weight: number;
  readonly matches: (at: FieldAt) => boolean;
  /** The word by which a schema file asks for it: `ui: { logo: { widget: 'color' } }`. The folder adds it to `Widgets` (kit/field-ui). */
  readonly widget?: keyof Widgets;
  /** Offered in a filter, the usual one first. */
  readonly operators: readonly ListOperator[];
  /** Numbers stand right. */
  readonly align?: 'end';
  /** Width of a list column in pixels; without it the column takes its share. */
  readonly width?: number;
  /** The value as plain text: cards, tooltips, history, export. `label` is the server's text of a reference. */
  readonly text: (value: unknown, at: FieldAt, label?: string | readonly string[]) => string;
  /** Too large for a list's cell and for one value in many records, or never shown: no column, no bulk change. */
  readonly pageOnly?: true;
  /** Takes the whole width of a record's page. */
  readonly wide?: true;
  /** One simple value, changed where it stands in a list. */
  readonly inline?: boolean;
  /** Its control depends on other values of the record. */
  readonly looksAround?: true;
  /** The server never answers the value, so an empty one says nothing. */
  readonly writeOnly?: true;
  /** Ids of other records, one or several: the server names them with labels. */
  readonly refers?: 'one' | 'several';
  /** May a person fill it in? Without it: yes. */
  readonly fillable?: (at: FieldAt) => boolean;
  /** A filter's value, which is text, as `text` takes it; without it as it is. */
  readonly fromFilter?: (value: string) => unknown;
  /** What a spreadsheet's cell holds; text without it. */
  readonly sheet?: 'number' | 'day' | 'moment';
  /** A cell of an imported file; undefined leaves it to the field's type. */
  readonly fromCell?: (text: string, at: FieldAt) => CellValue | undefined;
}
/** What a cell of a file means, or the end of a sentence that begins with its column. */
export type CellValue = { readonly value: unknown } | { readonly wrong: string };

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
export const typesOf = (field: Field): readonly string[] => (typeof field.type === 'string' ? [field.type] : (field.type ?? []));
export const has = (field: Field, type: string): boolean => typesOf(field).includes(type);
/** 'service_implicit' as 'Service implicit'. */
export function words(value: unknown): string {
  const text = String(value).replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
