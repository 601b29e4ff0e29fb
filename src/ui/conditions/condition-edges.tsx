import { Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import type { ConditionRow } from '../../schemas/kit/conditions';
import { dayPresets, type Days } from '../time/day-presets';
import { today } from '../time/today';
import { recordIn } from '../../schemas/kit/is-record';

/** A condition whose value is compared: a date, two dates, a number, two numbers. */
interface Props {
  readonly id: string;
  readonly label: string;
  readonly row: Partial<ConditionRow>;
  readonly disabled: boolean;
  readonly onChange: (row: Partial<ConditionRow>) => void;
}

export function OneDay({ id, label, row, disabled, onChange }: Props): ReactNode {
  const put = (day: string): void => {
    const { value: _value, valueAry: _list, displayName: _words, ...rest } = row;
    onChange(day ? { ...rest, value: day, displayName: day, type: 'date' } : rest);
  };
  return (
    <span className="p-condition-days">
      <Input
        id={id}
        aria-label={label}
        type="date"
        className="p-date"
        disabled={disabled}
        value={typeof row.value === 'string' ? row.value.slice(0, 10) : ''}
        onChange={({ target }) => put(target.value)}
      />
      <Presets label={label} disabled={disabled} onPick={([start]) => put(start)} />
    </span>
  );
}

/** One number, or the two limits of a range. */
export function NumberEdges({ id, label, row, disabled, onChange }: Props): ReactNode {
  const { value: _value, valueAry: _list, displayName: _words, type: _type, ...rest } = row;
  const isSpan = row.operator === 'between';
  const { start, end } = isSpan ? numbersIn(row.value) : numbersIn({ start: row.value });
  const field = (at: string, value: number | undefined, put: (next: number | undefined) => void, fieldId?: string): ReactNode => (
    <InputNumber<number>
      {...(fieldId ? { id: fieldId } : {})}
      aria-label={at}
      className="p-number"
      inputMode="decimal"
      controls={false}
      disabled={disabled}
      value={value ?? null}
      onChange={(next) => put(next ?? undefined)}
    />
  );
  if (!isSpan)
    return field(
      label,
      start,
      (value) => onChange(value === undefined ? rest : { ...rest, value, valueAry: [], displayName: String(value) }),
      id,
    );
  const put = (span: Numbers): void =>
    onChange({ ...rest, value: span, valueAry: [], displayName: `${span.start ?? ''} to ${span.end ?? ''}` });
  return (
    <span className="p-condition-span">
      {field(`${label}, from`, start, (value) => put({ start: value, end }), id)}
      {field(`${label}, to`, end, (value) => put({ start, end: value }))}
    </span>
  );
}

interface Numbers {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}
function numbersIn(value: unknown): Numbers {
  const { start, end } = recordIn(value);
  return { start: typeof start === 'number' ? start : undefined, end: typeof end === 'number' ? end : undefined };
}

export function DaySpan({ id, label, row, disabled, onChange }: Props): ReactNode {
  const [start, end] = daysIn(row.value);
  const put = (value: { start: string; end: string }): void =>
    onChange({ ...row, value, valueAry: [], displayName: `${value.start} to ${value.end}`, type: 'daterange' });
  return (
    <span className="p-condition-days">
      <span className="p-condition-span">
        <Input
          id={id}
          aria-label={`${label}, from`}
          type="date"
          disabled={disabled}
          value={start.slice(0, 10)}
          onChange={({ target }) => put({ start: target.value, end })}
        />
        <Input
          aria-label={`${label}, to`}
          type="date"
          disabled={disabled}
          value={end.slice(0, 10)}
          onChange={({ target }) => put({ start, end: target.value })}
        />
      </span>
      <Presets label={label} disabled={disabled} onPick={([from, to]) => put({ start: from, end: to })} />
    </span>
  );
}

function daysIn(value: unknown): readonly [string, string] {
  const { start, end } = recordIn(value);
  return [typeof start === 'string' ? start : '', typeof end === 'string' ? end : ''];
}

/** Common dates with one click; a single date takes a range's first day. */
function Presets(props: { label: string; disabled: boolean; onPick: (days: Days) => void }): ReactNode {
  const presets = dayPresets(today());
  return (
    <Select<string | null>
      aria-label={`${props.label}, presets`}
      placeholder="Presets"
      value={null}
      disabled={props.disabled}
      options={presets.map(({ label }) => ({ value: label, label }))}
      onChange={(picked) => {
        const preset = presets.find(({ label }) => label === picked);
        if (preset) props.onPick(preset.days);
      }}
    />
  );
}
