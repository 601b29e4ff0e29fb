import { Input } from 'antd';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { durationText, readDuration, type DurationUnit } from './duration';

/** A text that is read as it is typed and put into its usual form when the control is left; one that says nothing stays. */
export function DurationInput({
  value,
  unit,
  onChange,
  ...input
}: { value: unknown; unit: DurationUnit; onChange: (value: number | string | undefined) => void } & Omit<
  ComponentProps<typeof Input>,
  'value' | 'onChange'
>): ReactNode {
  const [typed, setTyped] = useState<string>();
  const shown = typeof value === 'number' ? durationText(value, unit) : typeof value === 'string' ? value : '';
  return (
    <Input
      {...input}
      className="p-number"
      placeholder={input.placeholder ?? (unit === 'minutes' ? '1 h 30 min' : '1 min 30 s')}
      value={typed ?? shown}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(target.value.trim() ? (readDuration(target.value, unit) ?? target.value) : undefined);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
