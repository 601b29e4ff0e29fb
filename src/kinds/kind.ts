import type { Field } from '../schemas/kit/field';
import type { FieldUi, Widgets } from '../schemas/kit/field-ui';
import type { ListOperator } from '../schemas/kit/list-query';
import type { AnyResource } from '../schemas/kit/resource';
import type { Values } from '../schemas/kit/values';

/**
 * A field and its position: `name` is the field of the record, `path` also leads into lists and objects ('sub_stages.*.name').
 */
export interface FieldAt {
  readonly resource: AnyResource;
  readonly name: string;
  readonly path: string;
  readonly field: Field;
}

/** The behaviour of one kind of field, without its appearance, which the folder's browser.tsx and widget.tsx define. */
export interface Kind {
  readonly name: string;
  /** Kinds are tried from the highest number down; the first that matches is used. */
  readonly weight: number;
  readonly matches: (at: FieldAt) => boolean;
  /**
   * The name by which a schema file selects it: `ui: { logo: { widget: 'color' } }`. The folder adds it to `Widgets`
   * (kit/field-ui).
   */
  readonly widget?: keyof Widgets;
  /** The operators offered in a filter, the most common one first. */
  readonly operators: readonly ListOperator[];
  /** Aligned right, for numbers. */
  readonly align?: 'end';
  /** Width of a list column in pixels; without it the column takes a share of the rest. */
  readonly width?: number;
  /** The value as plain text for cards, tooltips, history and export. `label` is the server's text of a reference. */
  readonly text: (value: unknown, at: FieldAt, label?: string | readonly string[]) => string;
  /** Too large for a list's cell, or never shown: no column, no bulk change. */
  readonly pageOnly?: true;
  /** Takes the whole width of a record's page. */
  readonly wide?: true;
  /** A single simple value, which can be edited in its cell. */
  readonly inline?: boolean;
  /** Its control depends on other values of the record. */
  readonly looksAround?: true;
  /** The server never sends the value, so an empty one does not mean that none is stored. */
  readonly writeOnly?: true;
  /** Ids of other records, one or several; the server adds their names as labels. */
  readonly refers?: 'one' | 'several';
  /** The resource of the record that the value names, where the record's other values decide that. */
  readonly leadsTo?: (at: FieldAt, record: Values) => string | undefined;
  /** The record above: what refers to such a record is called by its path. */
  readonly climbs?: true;
  /** Whether a person can fill it in; without it always. */
  readonly fillable?: (at: FieldAt) => boolean;
  /** Converts a filter's value, which is text, for `text`; without it the text is used. */
  readonly fromFilter?: (value: string) => unknown;
  /** The value in a spreadsheet's cell; without it as text. */
  readonly sheet?: 'number' | 'day' | 'moment';
  /** Reads a cell of an imported file; undefined leaves that to the field's type. */
  readonly fromCell?: (text: string, at: FieldAt) => CellValue | undefined;
  /** The cell of a file that an import reads back, where the plain value could be read as another. */
  readonly toCell?: (value: unknown) => string;
  /** What JSON Schema cannot say: the end of an error message that begins with the field's title. Run by browser and server. */
  readonly wrong?: (value: unknown, at: FieldAt) => string | undefined;
  /** Of several ways to write a value the one that is stored, filtered and compared: '09:30' for '09:30:00'. */
  readonly stored?: (value: unknown, at: FieldAt) => unknown;
  /** A calculated number as this kind holds it: without decimals that it refuses. */
  readonly fit?: (value: number, at: FieldAt) => number;
  /** Run by the server when a record is saved, after all checks: the value to store, undefined to leave it as it is. */
  readonly save?: (saved: Saved, at: FieldAt, tools: SaveTools) => unknown;
  /** Keys of `ui` that only this kind reads. */
  readonly uiKeys?: readonly (keyof FieldUi)[];
  /** Why the field that asks for this kind cannot have it, and what to write instead: refused at the start. */
  readonly misuse?: (at: FieldAt) => string | undefined;
}
/** A record that is being saved. */
export interface Saved {
  /** What was sent for the field; undefined where nothing was. */
  readonly sent: unknown;
  /** The record as it will be, and as it is; null for a new one. */
  readonly record: Values;
  readonly before: Saved['record'] | null;
}
/** What the server lends to `save`, in the transaction of the write. */
export interface SaveTools {
  /** HTML without anything that runs. Throws a Problem that names the field. */
  readonly cleanHtml: (field: string, html: string) => string;
  /** The next number of that name in the organisation, from 1: two at a time never get the same, and a write that fails takes none. */
  readonly nextNumber: (name: string) => Promise<number>;
  /** Whether `key` is the record itself or, by the references in `field`, below it; the tree stays as it is until the write ends. */
  readonly isBelow: (record: Saved['record'], key: unknown, field: string) => Promise<boolean>;
  /** Today in the organisation's time zone, 'YYYY-MM-DD'. */
  readonly today: string;
}
/** The value of a cell, or the end of an error message that begins with the column's name. */
export type CellValue = { readonly value: unknown } | { readonly wrong: string };

/** A schema file asks for the kind by this name: `ui: { fee: { widget: 'currency' } }`. */
export const asksFor =
  (widget: keyof Widgets) =>
  ({ resource, name, path }: FieldAt): boolean =>
    path === name && resource.ui?.[name]?.widget === widget;

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
export const typesOf = (field: Field): readonly string[] => (typeof field.type === 'string' ? [field.type] : (field.type ?? []));
export const has = (field: Field, type: string): boolean => typesOf(field).includes(type);
/** 'service_implicit' as 'Service implicit'. */
export function words(value: unknown): string {
  const text = String(value).replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
