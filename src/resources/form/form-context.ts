import type { WidgetProps } from '../../kinds/kind-parts';
import type { AnyResource, AnyRow, Labels } from '../../schemas/kit/resource';
import type { Section } from './form-fields';

/** What the form's templates know beside the form library's own props. */
export interface FormContext {
  readonly resource: AnyResource;
  readonly record: Readonly<AnyRow>;
  readonly labels: Labels;
  readonly editing: boolean;
  readonly sections: readonly Section[];
  readonly required: ReadonlySet<string>;
  /** Errors show once a field was left, and everywhere after the first try to save. */
  readonly shown: ReadonlySet<string> | 'all';
  /** Both keep their identity while the form stands. */
  readonly touch: (name: string) => void;
  readonly change: (name: string, value: unknown, beside?: Readonly<AnyRow>) => void;
  /** Ids begin with it: a form may stand in front of another. */
  readonly prefix: string;
  readonly onCreate: WidgetProps['onCreate'];
}
export const fieldId = (prefix: string, name: string): string => `${prefix}_${name}`;
