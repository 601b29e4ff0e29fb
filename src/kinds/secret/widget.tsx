import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { inputProps, textOf } from '../input-props';
import type { WidgetProps } from '../kind-parts';
import { words } from '../kind';
import { recordIn } from '../../schemas/kit/is-record';

/** Write-only: shows whether it is set, never its value. Replacing it needs a click, so that nobody clears it by accident. */
export function widget(props: WidgetProps): ReactNode {
  const { at, record, value, disabled, onChange } = props;
  const mask = record[`${at.name}_set`];
  const isSet = mask !== undefined && mask !== null && mask !== false && mask !== '';
  const [replacing, setReplacing] = useState(false);
  const password = /password/.test(at.name);
  if (isSet && !replacing)
    return (
      <div className="p-secret" id={props.id} tabIndex={-1}>
        <span>{value === null ? 'Will be removed' : typeof mask === 'string' ? `Set: ${mask}` : 'Set'}</span>
        {value === null ? (
          <Button size="small" disabled={disabled ?? false} onClick={() => onChange(undefined)}>
            Keep it
          </Button>
        ) : (
          <>
            <Button size="small" disabled={disabled ?? false} onClick={() => setReplacing(true)}>
              Replace
            </Button>
            {props.required || password ? null : (
              <Button size="small" type="text" disabled={disabled ?? false} onClick={() => onChange(null)}>
                Remove
              </Button>
            )}
          </>
        )}
      </div>
    );
  return (
    <div className="p-secret">
      {at.field.properties ? (
        <Parts {...props} />
      ) : (
        <Input.Password
          {...inputProps(props)}
          autoComplete="new-password"
          autoFocus={replacing}
          placeholder={isSet ? 'The new value' : record['row_version'] === undefined ? props.placeholder : 'Not set'}
          value={textOf(value)}
          maxLength={at.field.maxLength}
          onChange={(event) => onChange(event.target.value || undefined)}
        />
      )}
      {isSet ? (
        <Button
          size="small"
          onClick={() => {
            setReplacing(false);
            onChange(undefined);
          }}
        >
          Keep the old one
        </Button>
      ) : null}
    </div>
  );
}

/** Credentials of several parts: a field for each, replaced together. */
function Parts({ id, at, value, disabled, onChange }: WidgetProps): ReactNode {
  const now = recordIn(value);
  const change = (name: string, text: string): void => {
    const filled = Object.entries({ ...now, [name]: text }).filter(([, one]) => one !== '');
    onChange(filled.length ? Object.fromEntries(filled) : undefined);
  };
  return (
    <div className="p-nested" id={id} tabIndex={-1}>
      {Object.entries(at.field.properties ?? {}).map(([name, field]) => (
        <div key={name} className="p-nested-field">
          <label htmlFor={`${id}.${name}`}>{field.title ?? words(name)}</label>
          <Input.Password
            id={`${id}.${name}`}
            autoComplete="new-password"
            value={textOf(now[name])}
            maxLength={field.maxLength}
            disabled={disabled ?? false}
            onChange={(event) => change(name, event.target.value)}
          />
        </div>
      ))}
    </div>
  );
}
