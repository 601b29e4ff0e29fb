import type { ReactNode } from 'react';
import { ReferenceSelect } from '../../ui/fields/reference-select';
import { whereOf } from '../where-of';
import { inputProps } from '../input-props';
import type { WidgetProps } from '../halves';

export function widget(props: WidgetProps): ReactNode {
  const { at, value, onChange, record } = props;
  const options = at.resource.options?.[at.name];
  if (!options) return null;
  return (
    <ReferenceSelect
      {...inputProps(props)}
      resource={options.of}
      {...whereOf(at, options.where, record)}
      storesText
      value={value}
      onChange={onChange}
    />
  );
}
