import type { ReactNode } from 'react';
import { ReferenceSelect } from '../../ui/fields/reference-select';
import { optionFilter } from '../option-filter';
import { inputProps } from '../input-props';
import { textOptions } from '../text-options';
import type { WidgetProps } from '../kind-parts';

export function widget(props: WidgetProps): ReactNode {
  const { at, value, onChange, record } = props;
  const options = textOptions(at.resource, at.name);
  if (!options) return null;
  return (
    <ReferenceSelect
      {...inputProps(props)}
      resource={options.of}
      {...optionFilter(at, options.where, record)}
      storesText
      value={value}
      onChange={onChange}
    />
  );
}
