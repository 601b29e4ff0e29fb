import type { ReactNode } from 'react';

/** Label above, help under the control, the error in its place. The control carries `${id}-note` as its description. */
export function Field(props: {
  id: string;
  label: string;
  required?: boolean;
  error?: string | undefined;
  help?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <div className={props.wide ? 'ca-field ca-wide' : 'ca-field'}>
      <label htmlFor={props.id}>
        {props.label}
        {props.required ? (
          <span className="ca-star" aria-hidden="true">
            {' '}
            *
          </span>
        ) : null}
      </label>
      {props.children}
      {props.error ? (
        <div id={`${props.id}-note`} className="ca-error" role="alert">
          {props.error}
        </div>
      ) : props.help ? (
        <div id={`${props.id}-note`} className="ca-help">
          {props.help}
        </div>
      ) : null}
    </div>
  );
}
