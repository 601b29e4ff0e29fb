import { Checkbox, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { choicesOf } from '../../kinds/choice-text';
import type { FilterOperator } from '../../kinds/kind';
import { kindAt } from '../../kinds/kind-of';
import { targetOf } from '../../kinds/kind-target';
import { dayRanges } from '../../schemas/kit/day-ranges';
import type { AnyResource } from '../../schemas/kit/resource';
import { dayOf, momentOf } from '../../ui/dates';
import { ReferenceSelect } from '../../ui/reference-select';
import { columnTitle } from '../kind-looks';
import './list.css';

/** Do the values of one operator mean nothing to the other? */
export const changesShape = (from: FilterOperator, to: FilterOperator): boolean =>
  from !== to && [from, to].some((one) => one === 'empty' || one === 'within');

/** What a filter's field is compared with, by the field's kind and the operator. */
export function FilterValue(props: {
  resource: AnyResource;
  field: string;
  operator: FilterOperator;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  autoFocus?: boolean;
}): ReactNode {
  const { resource, field, operator, values, onChange } = props;
  const { kind, at } = kindAt(resource, field);
  const title = columnTitle(resource, field);
  const target = targetOf(at);
  const several = (next: unknown): void => onChange(((next ?? []) as unknown[]).map(String));
  if (operator === 'empty')
    return (
      <Select
        aria-label="Empty or not"
        value={values[0] === 'no' ? 'no' : 'yes'}
        options={[
          { value: 'yes', label: 'Empty' },
          { value: 'no', label: 'Not empty' },
        ]}
        onChange={(next) => onChange([next])}
      />
    );
  if (operator === 'within')
    return (
      <Select
        aria-label={title}
        placeholder="Select"
        value={values[0] ?? null}
        options={Object.entries(dayRanges).map(([value, label]) => ({ value, label }))}
        onChange={(next) => onChange([next])}
      />
    );
  if (target || kind.name === 'value-reference')
    return (
      <ReferenceSelect
        aria-label={title}
        resource={target?.to ?? resource.options![field]!.of}
        storesText={!target}
        multiple
        value={values}
        onChange={several}
      />
    );
  if (kind.name === 'switch')
    return (
      <Select
        aria-label={title}
        value={values[0] ?? null}
        options={switchOptions(at.field.type === 'boolean', field)}
        onChange={(next) => onChange([next])}
        placeholder="Select"
      />
    );
  if (kind.name === 'choice' || kind.name === 'choices')
    return (
      <div className="p-filter-choices">
        {choicesOf(at).map(({ value, label }) => (
          <Checkbox
            key={String(value)}
            checked={values.includes(String(value))}
            onChange={({ target: box }) =>
              onChange(box.checked ? [...values, String(value)] : values.filter((one) => one !== String(value)))
            }
          >
            {label}
          </Checkbox>
        ))}
      </div>
    );
  const moment = kind.name === 'datetime';
  const isDay = moment || kind.name === 'date';
  return (
    <Input
      aria-label={title}
      autoFocus={props.autoFocus ?? false}
      type={isDay ? 'date' : kind.name === 'integer' || kind.name === 'number' ? 'number' : 'text'}
      step="any"
      value={moment && values[0] ? dayOf(new Date(values[0])) : (values[0] ?? '')}
      onChange={({ target: { value } }) =>
        onChange([moment && value ? momentOf(value, operator === 'to' ? '23:59:59' : '00:00') : value])
      }
    />
  );
}

function switchOptions(boolean: boolean, field: string): { value: string; label: string }[] {
  const [on, off] = field === 'status' ? ['Active', 'Inactive'] : ['Yes', 'No'];
  return [
    { value: boolean ? 'true' : '1', label: on },
    { value: boolean ? 'false' : '0', label: off },
  ];
}
