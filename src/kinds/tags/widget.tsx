import { Select } from 'antd';
import type { ReactNode } from 'react';
import { has } from '../kind';
import { inputProps } from '../input-props';
import type { WidgetProps } from '../kind-parts';

/** Typed, and confirmed with Enter or a comma. */
export function widget(props: WidgetProps): ReactNode {
  const { at, value, onChange } = props;
  const { status, autoComplete: _, ...rest } = inputProps(props);
  const numbers = at.field.items !== undefined && has(at.field.items, 'integer');
  return (
    <Select
      {...rest}
      status={status}
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', ';', '\n']}
      placeholder={rest.placeholder ?? 'Type and press Enter'}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={(next: string[]) => {
        const texts = [...new Set(next.map((one) => one.trim()).filter(Boolean))];
        onChange(texts.length ? (numbers ? texts.map(Number).filter(Number.isInteger) : texts) : undefined);
      }}
    />
  );
}
