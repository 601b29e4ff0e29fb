import type { Field } from '../schemas/kit/field';
import type { AnyResource } from '../schemas/kit/resource';

/** A field where it stands: `name` is the field of the record, `path` reaches into lists and objects ('sub_stages.*.name'). */
export interface FieldAt {
  readonly resource: AnyResource;
  readonly name: string;
  readonly path: string;
  readonly field: Field;
}
export type FilterOperator = 'is' | 'not' | 'has' | 'starts' | 'from' | 'to' | 'within' | 'empty';

/** How one kind of field behaves wherever no screen is needed. Its folder's browser.tsx and widget.tsx say how it looks. */
export interface Kind {
  readonly name: string;
  /** Kinds are asked from the largest number down; the first that matches has the field. */
  readonly weight: number;
  readonly matches: (at: FieldAt) => boolean;
  /** Offered in a filter, the usual one first. */
  readonly operators: readonly FilterOperator[];
  /** Numbers stand right. */
  readonly align?: 'end';
  /** Width of a list column in pixels; without it the column takes its share. */
  readonly width?: number;
  /** The value as plain text: cards, tooltips, history, export. `label` is the server's text of a reference. */
  readonly text: (value: unknown, at: FieldAt, label?: string | readonly string[]) => string;
}

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
export const typesOf = (field: Field): readonly string[] => (typeof field.type === 'string' ? [field.type] : (field.type ?? []));
export const has = (field: Field, type: string): boolean => typesOf(field).includes(type);
/** 'service_implicit' as 'Service implicit'. */
export function words(value: unknown): string {
  const text = String(value).replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
