import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { inputProps, textOf } from '../../input-props';
import type { WidgetProps } from '../../kind-parts';
import { pointOf } from './point';

/** A text as maps copy it: '18.5204, 73.8567'. */
export function widget(props: WidgetProps): ReactNode {
  const [typed, setTyped] = useState<string>();
  return (
    <Input
      {...inputProps(props)}
      inputMode="text"
      placeholder={props.placeholder ?? '18.52, 73.86'}
      value={typed ?? textOf(props.value)}
      onChange={({ target }) => {
        setTyped(target.value);
        props.onChange(pointOf(target.value)?.text ?? (target.value.trim() || undefined));
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
