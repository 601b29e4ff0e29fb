import { useList, type BaseRecord } from '@refinedev/core';
import { Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { conditionColumn, type ConditionColumn } from '../schemas/kit/condition-columns';
import type { ConditionRow } from '../schemas/kit/conditions';
import type { ListMeta } from '../schemas/kit/list';
import { ReferenceSelect } from './reference-select';

interface Props {
  readonly id: string;
  readonly label: string;
  readonly row: Partial<ConditionRow>;
  /** The values chosen for another column, which this one's may depend on. */
  readonly chosen: (column: string) => readonly unknown[];
  readonly disabled: boolean;
  readonly onChange: (row: Partial<ConditionRow>) => void;
}
type Key = string | number;

/** The value of one condition: choices of the column, one or several, a date, or two. The words are kept beside it (D-092). */
export function ConditionValue(props: Props): ReactNode {
  const { row } = props;
  const column = conditionColumn(row.columnName);
  if (!column) return <Select id={props.id} aria-label={props.label} disabled placeholder="Value" />;
  if (column.type === 'time') return row.operator === 'between' ? <Span {...props} /> : <Day {...props} />;
  if (typeof column.from === 'object') return <Referenced {...props} column={column} from={column.from} />;
  if (column.from === 'tags') return <Chosen {...props} column={column} free options={[]} />;
  if (column.from === 'years') return <Chosen {...props} column={column} options={years()} />;
  if (column.from === 'sub-stages') return <SubStages {...props} column={column} />;
  const options = Object.entries(column.words ?? {}).map(([key, label]) => ({
    value: column.type === 'integer' ? Number(key) : key,
    label,
  }));
  return <Chosen {...props} column={column} options={options} />;
}

function Day({ id, label, row, disabled, onChange }: Props): ReactNode {
  return (
    <Input
      id={id}
      aria-label={label}
      type="date"
      className="p-date"
      disabled={disabled}
      value={typeof row.value === 'string' ? row.value.slice(0, 10) : ''}
      onChange={({ target }) => onChange({ ...row, value: target.value || undefined, displayName: target.value, type: 'date' })}
    />
  );
}

function Span({ id, label, row, disabled, onChange }: Props): ReactNode {
  const { start = '', end = '' } = (row.value ?? {}) as { start?: string; end?: string };
  const put = (value: { start: string; end: string }): void =>
    onChange({ ...row, value, displayName: `${value.start} to ${value.end}`, type: 'daterange' });
  return (
    <span className="p-condition-span">
      <Input
        id={id}
        aria-label={`${label}, from`}
        type="date"
        disabled={disabled}
        value={start}
        onChange={({ target }) => put({ start: target.value, end })}
      />
      <Input
        aria-label={`${label}, to`}
        type="date"
        disabled={disabled}
        value={end}
        onChange={({ target }) => put({ start, end: target.value })}
      />
    </span>
  );
}

function Referenced({
  column,
  from,
  ...props
}: Props & { column: ConditionColumn; from: { resource: string; keeps: 'key' | 'text' } }): ReactNode {
  const { id, label, row, disabled, onChange } = props;
  const several = takesSeveral(column, row);
  return (
    <ReferenceSelect
      id={id}
      aria-label={label}
      resource={from.resource}
      storesText={from.keeps === 'text'}
      multiple={several}
      disabled={disabled}
      placeholder="Value"
      value={row.value}
      label={wordsOf(row)}
      onChange={(value, texts) => onChange(chosenRow(row, value, texts, several))}
    />
  );
}

/** Active sub stages of the stages chosen above, of all where none is. */
function SubStages(props: Props & { column: ConditionColumn }): ReactNode {
  const { query } = useList<BaseRecord>({
    resource: 'lead-stages',
    pagination: { mode: 'off' },
    meta: { limit: 1000 } satisfies ListMeta,
    queryOptions: { staleTime: 60_000 },
    errorNotification: false,
  });
  const stages = props.chosen('last_callaction_btn_message');
  const rows = (query.data?.data ?? []).filter((stage) => !stages.length || stages.includes(stage['stage_name']));
  const names = rows.flatMap((stage) => ((stage['sub_stages'] ?? []) as { name: string }[]).map((one) => one.name));
  return <Chosen {...props} options={[...new Set(names)].map((name) => ({ value: name, label: name }))} />;
}

function Chosen(
  props: Props & { column: ConditionColumn; options: readonly { value: Key; label: string }[]; free?: boolean },
): ReactNode {
  const { id, label, row, column, disabled, onChange, options, free = false } = props;
  const several = takesSeveral(column, row);
  const words = new Map(options.map((option) => [option.value, option.label]));
  const now = ([row.value].flat() as unknown[]).filter((one): one is Key => typeof one === 'string' || typeof one === 'number');
  const mode = free ? ('tags' as const) : several ? ('multiple' as const) : undefined;
  return (
    <Select<Key | Key[] | null>
      id={id}
      aria-label={label}
      {...(mode ? { mode } : {})}
      {...(free && !several ? { maxCount: 1 } : {})}
      showSearch={{ optionFilterProp: 'label' }}
      disabled={disabled}
      placeholder={free ? 'Type and press Enter' : 'Value'}
      value={mode ? now : (now[0] ?? null)}
      options={[...options]}
      onChange={(next) => {
        const list = [next ?? []].flat();
        const value = several ? (list.length ? list : undefined) : list[0];
        onChange(
          chosenRow(
            row,
            value,
            list.map((one) => words.get(one) ?? String(one)),
            several,
          ),
        );
      }}
    />
  );
}

/** NOT IN takes one value on screen (D-091). */
const takesSeveral = (column: ConditionColumn, row: Partial<ConditionRow>): boolean => column.several && row.operator === 'in';

function chosenRow(
  row: Partial<ConditionRow>,
  value: unknown,
  texts: readonly string[],
  several: boolean,
): Partial<ConditionRow> {
  const { value: _value, valueAry: _list, displayName: _words, ...rest } = row;
  const keys = [value ?? []].flat();
  return {
    ...rest,
    ...(value === undefined ? {} : { value }),
    valueAry: keys.map((key, i) => ({ key, value: texts[i] ?? String(key) })),
    displayName: texts.join(', '),
    type: several ? 'multiselect' : 'select',
  };
}
const wordsOf = ({ valueAry }: Partial<ConditionRow>): string[] =>
  ((valueAry ?? []) as { value?: unknown }[]).map((one) => String(one?.value ?? ''));

function years(): { value: number; label: string }[] {
  const now = new Date().getFullYear();
  return Array.from({ length: 8 }, (_, i) => ({ value: now - 2 + i, label: String(now - 2 + i) }));
}
