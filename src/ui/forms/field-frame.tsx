import type { ReactNode } from 'react';
import './forms.css';

/** Label above, help under the control, the error in its place. The control carries `${id}-note` as its description. */
export function FieldFrame(props: {
  id: string;
  label: ReactNode;
  required?: boolean;
  error?: string | undefined;
  help?: ReactNode;
  wide?: boolean;
  hideLabel?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <div className={props.wide ? 'p-form-field p-form-field-wide' : 'p-form-field'}>
      <label htmlFor={props.id} className={props.hideLabel ? 'p-visually-hidden' : props.required ? 'p-form-field-required' : ''}>
        {props.label}
      </label>
      {props.children}
      {props.error ? (
        <div id={`${props.id}-note`} className="p-form-field-error" role="alert">
          {props.error}
        </div>
      ) : props.help ? (
        <div id={`${props.id}-note`} className="p-form-field-help">
          {props.help}
        </div>
      ) : null}
    </div>
  );
}
