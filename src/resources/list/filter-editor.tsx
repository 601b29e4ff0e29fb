import { Button, Select } from 'antd';
import { useState, type FormEvent, type ReactNode } from 'react';
import { kindAt } from '../../kinds/kind-of';
import { dayRanges, isDayRange, type DayRange } from '../../schemas/kit/day-ranges';
import type { AnyResource } from '../../schemas/kit/resource';
import { columnTitle } from '../kind-looks';
import { takesNoValue, type ListFilter, type ListOperator } from '../../schemas/kit/list-query';
import { changesShape, FilterValue } from './filter-value';
import { operatorWords } from '../../schemas/kit/filter-operators';
import './list.css';

/** First the field, then operator and value. Its code loads when a filter is first opened. */
export default function FilterEditor(props: {
  resource: AnyResource;
  filter: ListFilter | undefined;
  offered: readonly string[];
  onApply: (filters: readonly ListFilter[]) => void;
  /** Several conditions at once, joined by and and or. */
  onRows?: () => void;
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
        {props.onRows ? (
          <button type="button" className="p-link" onClick={props.onRows}>
            Advanced filter
          </button>
        ) : null}
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
  const { kind } = kindAt(resource, field);
  const [operator, setOperator] = useState<ListOperator>(filter?.operator ?? kind.operators[0] ?? 'eq');
  const [values, setValues] = useState<readonly string[]>(filter?.values ?? []);
  const apply = (event?: FormEvent): void => {
    event?.preventDefault();
    const kept = values.map((value) => value.trim()).filter(Boolean);
    onApply(kept.length || takesNoValue(operator) ? [{ field, operator, values: kept }] : []);
  };
  const title = columnTitle(resource, field);
  return (
    <form className="p-filter" onSubmit={apply}>
      <strong>{title}</strong>
      {kind.operators.length > 1 ? (
        <Select
          aria-label="How"
          value={operator}
          options={[...new Set([...kind.operators, operator])].map((one) => ({ value: one, label: operatorWords[one] }))}
          onChange={(next) => {
            setOperator(next);
            if (changesShape(operator, next)) setValues([]);
          }}
        />
      ) : null}
      <FilterValue resource={resource} field={field} operator={operator} values={values} onChange={setValues} autoFocus />
      {operator === 'between' && kind.operators.includes(operator) ? (
        <Presets onPick={(range) => onApply([{ field, operator: 'between', values: [range] }])} />
      ) : null}
      <div className="p-filter-end">
        <Button htmlType="submit" type="primary" size="small">
          Apply
        </Button>
      </div>
    </form>
  );
}

/** Relative date ranges with one click. */
function Presets({ onPick }: { onPick: (range: DayRange) => void }): ReactNode {
  return (
    <div className="p-chips">
      {Object.keys(dayRanges)
        .filter(isDayRange)
        .map((range) => (
          <button key={range} type="button" className="p-chip" onClick={() => onPick(range)}>
            {dayRanges[range]}
          </button>
        ))}
    </div>
  );
}
