import { useList, type BaseRecord } from '@refinedev/core';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useCall } from '../../providers/calls/use-call';
import { citiesByStates, coursesByStreams } from '../../schemas/calls/places';
import { ruleConstants } from '../../schemas/calls/rule-engine';
import { conditionColumn, type ConditionColumn } from '../../schemas/kit/condition-columns';
import type { ConditionRow } from '../../schemas/kit/conditions';
import type { ListMeta } from '../../schemas/kit/list';
import type { ParentChoice } from '../fields/parent-values';
import { DaySpan, NumberEdges, OneDay } from './condition-edges';
import { ReferenceSelect } from '../fields/reference-select';
import type { CustomColumn } from '../fields/use-custom-columns';
import { serverNow } from '../time/server-clock';
import { isRecord, recordsIn } from '../../schemas/kit/is-record';

interface Props {
  readonly id: string;
  readonly label: string;
  readonly row: Partial<ConditionRow>;
  /** The values chosen for another column, which the options of this one may depend on. */
  readonly chosen: (column: string) => ParentChoice;
  /** The custom field behind the column. */
  readonly custom?: CustomColumn | undefined;
  readonly disabled: boolean;
  readonly onChange: (row: Partial<ConditionRow>) => void;
}
type Key = string | number;
const isKept = (one: unknown): one is { readonly key: Key; readonly value: string } =>
  isRecord(one) && (typeof one['key'] === 'string' || typeof one['key'] === 'number') && typeof one['value'] === 'string';

/** The value of one condition: one or several options of the column, a date, or two. The names are stored with it (D-092). */
export function ConditionValue(props: Props): ReactNode {
  const { row } = props;
  const column = conditionColumn(row.columnName);
  if (!column) return <Select id={props.id} aria-label={props.label} disabled placeholder="Value" />;
  if (row.operator !== 'in' && row.operator !== 'NOT IN') {
    if (props.custom?.kind === 'number') return <NumberEdges {...props} />;
    return row.operator === 'between' ? <DaySpan {...props} /> : <OneDay {...props} />;
  }
  if (column.type === 'custom') {
    const choices = props.custom?.choices;
    return <Chosen {...props} column={column} options={choices ?? []} free={!choices} />;
  }
  if (column.name === 'city' || column.name === 'course') return <Narrowed {...props} column={column} />;
  if (typeof column.from === 'object') return <Referenced {...props} column={column} from={column.from} />;
  if (column.from === 'tags') return <Tags {...props} column={column} />;
  if (column.from === 'years') return <Chosen {...props} column={column} options={years()} />;
  if (column.from === 'sub-stages') return <SubStages {...props} column={column} />;
  const options = Object.entries(column.words ?? {}).map(([key, label]) => ({
    value: column.type === 'integer' ? Number(key) : key,
    label,
  }));
  return <Chosen {...props} column={column} options={options} />;
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

/** Active sub stages of the chosen stages; none if no stage is chosen. */
function SubStages(props: Props & { column: ConditionColumn }): ReactNode {
  const by = props.column.dependsOn!;
  const from = conditionColumn(by)?.from;
  const { query } = useList<BaseRecord>({
    ...(typeof from === 'object' ? { resource: from.resource } : {}),
    pagination: { mode: 'off' },
    meta: { limit: 1000 } satisfies ListMeta,
    queryOptions: { staleTime: 60_000 },
    errorNotification: false,
  });
  const stages = props.chosen(by);
  const rows = (query.data?.data ?? []).filter((stage) => stages.values.includes(stage['stage_name']));
  const names = rows.flatMap((stage) => recordsIn(stage['sub_stages']).map((one) => String(one['name'])));
  const options = [...new Set(names)].map((name) => ({ value: name, label: name }));
  return <Chosen {...props} options={options} empty={stages.values.length ? undefined : 'Choose a Lead Recent Stage first'} />;
}

/** Cities of the chosen states, courses of the chosen streams; none if nothing is chosen. */
function Narrowed(props: Props & { column: ConditionColumn }): ReactNode {
  const isCity = props.column.name === 'city';
  const { texts } = props.chosen(props.column.dependsOn!);
  const query = useCall(isCity ? citiesByStates : coursesByStreams, isCity ? { states: texts } : { streams: texts }, {
    enabled: texts.length > 0,
    staleTime: 60_000,
  });
  const rows = texts.length ? (query.data ?? []) : [];
  const options = [...new Map(rows.map(({ id, name }) => [isCity ? name : id, name]))].map(([value, label]) => ({
    value,
    label,
  }));
  return (
    <Chosen {...props} options={options} empty={texts.length ? undefined : `Choose a ${isCity ? 'State' : 'Stream'} first`} />
  );
}

/** Free texts, with existing values as suggestions (D-090). */
function Tags(props: Props & { column: ConditionColumn }): ReactNode {
  const list = props.column.name === 'utm_medium' ? 'utmMedium' : props.column.name === 'utm_source' ? 'utmSource' : undefined;
  const { data } = useCall(ruleConstants, {}, { enabled: list !== undefined, staleTime: 60_000, retry: false });
  const used = (list && data?.[list]) || [];
  return <Chosen {...props} free options={used.map(({ key, value }) => ({ value: key, label: value }))} />;
}

function Chosen(
  props: Props & {
    column: ConditionColumn;
    options: readonly { value: Key; label: string }[];
    free?: boolean;
    empty?: string | undefined;
  },
): ReactNode {
  const { id, label, row, column, disabled, onChange, options, free = false, empty } = props;
  const several = takesSeveral(column, row);
  // A stored value keeps its name although the options do not contain it (yet).
  const kept = (row.valueAry ?? []).filter(isKept);
  const words = new Map<Key, string>([
    ...kept.map(({ key, value }) => [key, value] as const),
    ...options.map(({ value, label: text }) => [value, text] as const),
  ]);
  const now = [row.value].flat().filter((one): one is Key => typeof one === 'string' || typeof one === 'number');
  const known = new Set(options.map((option) => option.value));
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
      options={[
        ...now.filter((one) => !known.has(one)).map((one) => ({ value: one, label: words.get(one) ?? String(one) })),
        ...options,
      ]}
      {...(empty ? { notFoundContent: empty } : {})}
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
const wordsOf = ({ valueAry }: Partial<ConditionRow>): string[] => recordsIn(valueAry).map((one) => String(one['value'] ?? ''));

function years(): { value: number; label: string }[] {
  const now = new Date(serverNow()).getFullYear();
  return Array.from({ length: 8 }, (_, i) => ({ value: now - 2 + i, label: String(now - 2 + i) }));
}
