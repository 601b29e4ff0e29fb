import type { ReactNode } from 'react';
import { ReferenceSelect } from '../../ui/fields/reference-select';
import { targetOf } from '../kind-target';
import { optionFilter } from '../option-filter';
import { inputProps } from '../input-props';
import type { WidgetProps } from '../kind-parts';

export function widget(props: WidgetProps): ReactNode {
  const { at, value, onChange, record, label } = props;
  const target = targetOf(at);
  if (!target) return null;
  return (
    <ReferenceSelect
      {...inputProps(props)}
      resource={target.to}
      {...optionFilter(at, target.where, record)}
      multiple
      value={value}
      label={label}
      onChange={onChange}
      onCreate={
        props.onCreate
          ? (text) => props.onCreate!(target.to, text, (key) => onChange([...(Array.isArray(value) ? value : []), key]))
          : undefined
      }
      self={at.resource.name === target.to ? record['id'] : undefined}
    />
  );
}
