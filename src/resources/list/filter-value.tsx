import { Select } from 'antd';
import type { ReactNode } from 'react';
import type { FilterProps } from '../../kinds/kind-parts';
import { inputFilter } from '../../kinds/input-filter';
import { takesNoValue, type ListOperator } from '../../schemas/kit/list-query';
import { kindAt, partsOf } from '../../kinds/kind-of';
import { dayRanges } from '../../schemas/kit/day-ranges';
import type { AnyResource } from '../../schemas/kit/resource';
import { columnTitle } from '../kind-looks';
import './list.css';

const filters = new Map(
  Object.entries(
    import.meta.glob<(props: FilterProps) => ReactNode>('../../kinds/*/filter.tsx', { eager: true, import: 'filter' }),
  ).map(([path, filter]) => [path.split('/').at(-2)!, filter]),
);

/** Whether the values of one operator are invalid for the other. */
export const changesShape = (from: ListOperator, to: ListOperator): boolean =>
  from !== to && [from, to].some((one) => takesNoValue(one) || one === 'between');

/** The value of a filter, by the field's kind and the operator. */
export function FilterValue(props: {
  resource: AnyResource;
  field: string;
  operator: ListOperator;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  autoFocus?: boolean;
}): ReactNode {
  const { resource, field, operator, values, onChange } = props;
  const { kind, at } = kindAt(resource, field);
  const title = columnTitle(resource, field);
  if (takesNoValue(operator)) return null;
  if (operator === 'between')
    return (
      <Select
        aria-label={title}
        placeholder="Select"
        value={values[0] ?? null}
        options={Object.entries(dayRanges).map(([value, label]) => ({ value, label }))}
        onChange={(next) => onChange([next])}
      />
    );
  const filter = filters.get(kind.name) ?? partsOf(kind)?.filter ?? ((typed: FilterProps) => inputFilter('text', typed));
  return filter({ at, operator, values, onChange, title, autoFocus: props.autoFocus ?? false });
}
