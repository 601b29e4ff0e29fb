import { Button, Checkbox, Input, Select } from 'antd';
import { useState, type FormEvent, type ReactNode } from 'react';
import { choicesOf } from '../../kinds/choice-text';
import type { FilterOperator } from '../../kinds/kind';
import { kindAt } from '../../kinds/kind-of';
import { targetOf } from '../../kinds/kind-target';
import type { AnyResource } from '../../schemas/kit/resource';
import { columnTitle } from '../kind-looks';
import { dayOf, momentOf } from '../../ui/dates';
import { ReferenceSelect } from '../../ui/reference-select';
import type { ListFilter } from '../list-address';
import { operatorWords } from './filter-words';
import './list.css';

/** First which field, then how and what. Loaded when a filter is first opened. */
export default function FilterEditor(props: {
  resource: AnyResource;
  filter: ListFilter | undefined;
  offered: readonly string[];
  onApply: (filters: readonly ListFilter[]) => void;
}): ReactNode {
  const { resource, offered, onApply } = props;
  const [field, setField] = useState(props.filter?.field);
  if (!field)
    return (
      <div className="p-filter">
        <div className="p-filter-fields">
          {offered.map((name) => (
            <button key={name} type="button" onClick={() => setField(name)}>
              {columnTitle(resource, name)}
            </button>
          ))}
        </div>
      </div>
    );
  return (
    <OneFilter
      key={field}
      resource={resource}
      field={field}
      filter={props.filter?.field === field ? props.filter : undefined}
      onApply={onApply}
    />
  );
}

function OneFilter({
  resource,
  field,
  filter,
  onApply,
}: {
  resource: AnyResource;
  field: string;
  filter: ListFilter | undefined;
  onApply: (filters: readonly ListFilter[]) => void;
}): ReactNode {
  const { kind, at } = kindAt(resource, field);
  const [operator, setOperator] = useState<FilterOperator>(filter?.operator ?? kind.operators[0] ?? 'is');
  const [values, setValues] = useState<readonly string[]>(filter?.values ?? []);
  const apply = (event?: FormEvent): void => {
    event?.preventDefault();
    const kept = values.map((value) => value.trim()).filter(Boolean);
    onApply(
      operator === 'empty'
        ? [{ field, operator, values: [values[0] === 'no' ? 'no' : 'yes'] }]
        : kept.length
          ? [{ field, operator, values: kept }]
          : [],
    );
  };
  const moment = kind.name === 'datetime';
  const day = moment || kind.name === 'date';
  const title = columnTitle(resource, field);
  const target = targetOf(at);
  return (
    <form className="p-filter" onSubmit={apply}>
      <strong>{title}</strong>
      {kind.operators.length > 1 ? (
        <Select
          aria-label="How"
          value={operator}
          options={kind.operators.map((one) => ({ value: one, label: operatorWords[one] }))}
          onChange={(next) => {
            setOperator(next);
            if (next === 'empty' || operator === 'empty') setValues([]);
          }}
        />
      ) : null}
      {operator === 'empty' ? (
        <Select
          aria-label="Empty or not"
          value={values[0] === 'no' ? 'no' : 'yes'}
          options={[
            { value: 'yes', label: 'Empty' },
            { value: 'no', label: 'Not empty' },
          ]}
          onChange={(next) => setValues([next])}
        />
      ) : target ? (
        <ReferenceSelect
          aria-label={title}
          resource={target.to}
          multiple
          value={values}
          onChange={(next) => setValues(((next ?? []) as unknown[]).map(String))}
        />
      ) : kind.name === 'value-reference' ? (
        <ReferenceSelect
          aria-label={title}
          resource={resource.options![field]!.of}
          storesText
          multiple
          value={values}
          onChange={(next) => setValues(((next ?? []) as unknown[]).map(String))}
        />
      ) : kind.name === 'switch' ? (
        <Select
          aria-label={title}
          value={values[0] ?? null}
          options={switchOptions(at.field.type === 'boolean', field)}
          onChange={(next) => setValues([next])}
          placeholder="Select"
        />
      ) : kind.name === 'choice' || kind.name === 'choices' ? (
        <div className="p-filter-choices">
          {choicesOf(at).map((one) => (
            <Checkbox
              key={String(one.value)}
              checked={values.includes(String(one.value))}
              onChange={({ target }) =>
                setValues(target.checked ? [...values, String(one.value)] : values.filter((value) => value !== String(one.value)))
              }
            >
              {one.label}
            </Checkbox>
          ))}
        </div>
      ) : (
        <Input
          aria-label={title}
          autoFocus
          type={day ? 'date' : kind.name === 'integer' || kind.name === 'number' ? 'number' : 'text'}
          step="any"
          value={moment && values[0] ? dayOf(new Date(values[0])) : (values[0] ?? '')}
          onChange={(event) =>
            setValues([
              moment && event.target.value
                ? momentOf(event.target.value, operator === 'to' ? '23:59:59' : '00:00')
                : event.target.value,
            ])
          }
        />
      )}
      {day && operator !== 'empty' ? <Presets onPick={(from, to) => onApply(span(field, moment, from, to))} /> : null}
      <div className="p-filter-end">
        <Button htmlType="submit" type="primary" size="small">
          Apply
        </Button>
      </div>
    </form>
  );
}

function switchOptions(boolean: boolean, field: string): { value: string; label: string }[] {
  const [on, off] = field === 'status' ? ['Active', 'Inactive'] : ['Yes', 'No'];
  return [
    { value: boolean ? 'true' : '1', label: on },
    { value: boolean ? 'false' : '0', label: off },
  ];
}

/** Days of the tenant's zone, both ends included. */
function Presets({ onPick }: { onPick: (from: string, to: string) => void }): ReactNode {
  const [now] = useState(Date.now);
  const ago = (days: number): string => dayOf(new Date(now - days * 86_400_000));
  const today = ago(0);
  const offers: [string, string, string][] = [
    ['Today', today, today],
    ['Yesterday', ago(1), ago(1)],
    ['Last 7 Days', ago(6), today],
    ['Last 30 Days', ago(29), today],
    ['This Month', `${today.slice(0, 8)}01`, today],
  ];
  return (
    <div className="p-chips">
      {offers.map(([text, from, to]) => (
        <button key={text} type="button" className="p-chip" onClick={() => onPick(from, to)}>
          {text}
        </button>
      ))}
    </div>
  );
}

const span = (field: string, moment: boolean, from: string, to: string): ListFilter[] => [
  { field, operator: 'from', values: [moment ? momentOf(from, '00:00') : from] },
  { field, operator: 'to', values: [moment ? momentOf(to, '23:59:59') : to] },
];
