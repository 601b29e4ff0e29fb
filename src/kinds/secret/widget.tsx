import { Input } from 'antd';
import type { ReactNode } from 'react';
import { words } from '../kind';
import { inputProps, textOf } from '../input-props';
import type { WidgetProps } from '../halves';

/** Never shown: an empty field leaves what is stored as it is. Credentials of several parts have a field for each. */
export function widget(props: WidgetProps): ReactNode {
  const { at, id, value, onChange, disabled, record } = props;
  const stored = record['row_version'] !== undefined;
  const parts = Object.entries(at.field.properties ?? {});
  const placeholder = stored ? 'Leave empty to keep it' : props.placeholder;
  if (!parts.length)
    return (
      <Input.Password
        {...inputProps(props)}
        autoComplete="new-password"
        placeholder={placeholder}
        value={textOf(value)}
        maxLength={at.field.maxLength}
        onChange={(event) => onChange(event.target.value || undefined)}
      />
    );
  const now = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const change = (name: string, text: string): void => {
    const { [name]: _, ...others } = now;
    const next = text ? { ...others, [name]: text } : others;
    onChange(Object.keys(next).length ? next : undefined);
  };
  return (
    <div className="p-nested" id={id} tabIndex={-1}>
      {parts.map(([name, field]) => (
        <div key={name} className="p-nested-field">
          <label htmlFor={`${id}.${name}`}>{field.title ?? words(name)}</label>
          <Input.Password
            id={`${id}.${name}`}
            autoComplete="new-password"
            placeholder={stored ? 'Leave all empty to keep them' : undefined}
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
