import type { ComponentType, ReactNode } from 'react';
import type { FieldAt } from './kind';
import type { ListOperator } from '../schemas/kit/list-query';
import type { AnyRow } from '../schemas/kit/resource';

/** What browser.tsx of a kind may export beside nothing: how a value looks in a row and on a record's page. */
export interface Look {
  readonly value: unknown;
  readonly at: FieldAt;
  /** The server's text of a reference; of several a list in the same order. */
  readonly label?: string | readonly string[] | undefined;
  /** The record it stands in. */
  readonly record?: Readonly<AnyRow>;
}
export interface BrowserPart {
  /** As plain text, where the browser knows more than the kind: the tenant's zone. */
  readonly text?: (look: Look) => string;
  /** Called as a plain function for every cell: no hooks, no component of its own. */
  readonly cell?: (look: Look) => ReactNode;
  /** On the record's page, where there is room; the cell otherwise. */
  readonly value?: (look: Look) => ReactNode;
}

/** What the `widget` of a kind's widget.tsx is given: the control of a form, loaded with the first form. */
export interface WidgetProps {
  readonly id: string;
  readonly at: FieldAt;
  readonly value: unknown;
  /** Undefined and null both mean 'no value'. */
  readonly onChange: (value: unknown) => void;
  /** The value together with fields that go `with` it (FieldUi), in one step; fields of the record itself alone have it. */
  readonly onChangeWith?: ((value: unknown, beside: Readonly<AnyRow>) => void) | undefined;
  /** The whole record as the form holds it: dependent options look at it. */
  readonly record: Readonly<AnyRow>;
  readonly label?: string | readonly string[] | undefined;
  readonly disabled?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly invalid?: boolean | undefined;
  readonly describedBy?: string | undefined;
  readonly placeholder?: string | undefined;
  /** Makes a missing record of a reference's resource beside this form; `done` hears its key. */
  readonly onCreate?: ((target: string, text: string, done: (key: string | number) => void) => void) | undefined;
  /** Draws a field inside a list or an object with that field's own widget. */
  readonly inner?: ComponentType<Omit<WidgetProps, 'inner'>>;
}

/** What the `filter` of a kind's filter.tsx is given, loaded with the first filter. Kinds without one are compared with a text. */
export interface FilterProps {
  readonly at: FieldAt;
  readonly operator: ListOperator;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  readonly title: string;
  readonly autoFocus: boolean;
}
