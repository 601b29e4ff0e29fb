import { Input } from 'antd';
import type { ReactNode } from 'react';
import { inputProps, textOf } from '../../input-props';
import type { WidgetProps } from '../../kind-parts';
import './code.css';

export function widget(props: WidgetProps): ReactNode {
  const { at, value, onChange } = props;
  return (
    <Input.TextArea
      {...inputProps(props)}
      className="p-grows p-code"
      rows={6}
      spellCheck={false}
      wrap="off"
      maxLength={at.field.maxLength}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value || undefined)}
    />
  );
}
