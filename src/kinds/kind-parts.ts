import type { ComponentType, ReactNode } from 'react';
import type { FieldAt } from './kind';
import type { ListOperator } from '../schemas/kit/list-query';
import type { AnyRow } from '../schemas/kit/resource';

/** The parts of a folder of src/kinds/on-demand, as the browser loads them. */
export interface KindParts {
  readonly browser?: BrowserPart | undefined;
  readonly widget?: ComponentType<WidgetProps> | undefined;
  readonly filter?: ((props: FilterProps) => ReactNode) | undefined;
}

/** What a kind's browser.tsx can export: how a value is shown in a row and on a record's page. */
export interface Look {
  readonly value: unknown;
  readonly at: FieldAt;
  /** The server's text of a reference; for several references a list in the same order. */
  readonly label?: string | readonly string[] | undefined;
  /** The record that the value belongs to. */
  readonly record?: Readonly<AnyRow>;
  /** The text of a field inside the value. */
  readonly textOf?: (at: FieldAt, value: unknown, label?: string) => string;
}
export interface BrowserPart {
  /** As plain text, where only the browser knows enough: the tenant's time zone. */
  readonly text?: (look: Look) => string;
  /** Called as a plain function for every cell, so it must not use hooks. */
  readonly cell?: (look: Look) => ReactNode;
  /** On the record's page, where there is more space; without it as in a cell. */
  readonly value?: (look: Look) => ReactNode;
}

/** Properties of the `widget` of a kind's widget.tsx: the control of a form, loaded with the first form. */
export interface WidgetProps {
  readonly id: string;
  readonly at: FieldAt;
  readonly value: unknown;
  /** Undefined and null both mean that there is no value. `texts` are those of references, where the control knows them. */
  readonly onChange: (value: unknown, texts?: readonly string[]) => void;
  /** Sets the value together with the fields that go `with` it (FieldUi) in one step; only for fields of the record itself. */
  readonly onChangeWith?: ((value: unknown, beside: Readonly<AnyRow>) => void) | undefined;
  /** Without the record's other fields around it: in a cell, or in a change of many rows. */
  readonly alone?: boolean;
  /** The whole record in the form, for options that depend on it. */
  readonly record: Readonly<AnyRow>;
  readonly label?: string | readonly string[] | undefined;
  readonly disabled?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly invalid?: boolean | undefined;
  readonly describedBy?: string | undefined;
  readonly placeholder?: string | undefined;
  /** Creates a missing record of a reference's resource next to this form; `done` receives its key. */
  readonly onCreate?: ((target: string, text: string, done: (key: string | number) => void) => void) | undefined;
  /** Renders a field inside a list or an object with that field's own widget. */
  readonly inner?: ComponentType<Omit<WidgetProps, 'inner'>>;
}

/**
 * Properties of the `filter` of a kind's filter.tsx, loaded with the first filter. Kinds without one are compared with a text.
 */
export interface FilterProps {
  readonly at: FieldAt;
  readonly operator: ListOperator;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  readonly title: string;
  readonly autoFocus: boolean;
}
