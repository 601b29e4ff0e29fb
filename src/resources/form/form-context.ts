import type { WidgetProps } from '../../kinds/kind-parts';
import type { AnyResource, AnyRow, Labels } from '../../schemas/kit/resource';
import type { Section } from './form-fields';

/** Values for the form's templates in addition to the form library's own properties. */
export interface FormContext {
  readonly resource: AnyResource;
  readonly record: Readonly<AnyRow>;
  readonly labels: Labels;
  readonly editing: boolean;
  readonly sections: readonly Section[];
  readonly required: ReadonlySet<string>;
  /** Errors show once a field has lost focus, and everywhere after the first attempt to save. */
  readonly shown: ReadonlySet<string> | 'all';
  /** Both keep their identity while the form is mounted. */
  readonly touch: (name: string) => void;
  readonly change: (name: string, value: unknown, beside?: Readonly<AnyRow>) => void;
  /** Prefix of all ids, because one form may be open in front of another. */
  readonly prefix: string;
  readonly onCreate: WidgetProps['onCreate'];
  /** The open tab; undefined opens the first. */
  readonly tab: string | undefined;
  readonly openTab: (title: string) => void;
}
export const fieldId = (prefix: string, name: string): string => `${prefix}_${name}`;
