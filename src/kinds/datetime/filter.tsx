import type { ReactNode } from 'react';
import { dayOf, momentOf } from '../../ui/time/dates';
import type { FilterProps } from '../kind-parts';
import { inputFilter } from '../input-filter';

/** A day in the tenant's time zone, as the moments at which it starts or ends. */
export function filter(props: FilterProps): ReactNode {
  const { operator, values, onChange } = props;
  return inputFilter('date', {
    ...props,
    values: values[0] ? [dayOf(new Date(values[0]))] : [],
    onChange: ([value]) => onChange([value ? momentOf(value, operator === 'lte' ? '23:59:59' : '00:00') : '']),
  });
}
