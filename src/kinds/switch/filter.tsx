import { Select } from 'antd';
import type { ReactNode } from 'react';
import type { FilterProps } from '../kind-parts';

export const filter = ({ at, values, onChange, title }: FilterProps): ReactNode => (
  <Select
    aria-label={title}
    value={values[0] ?? null}
    options={switchOptions(at.field.type === 'boolean', at.name)}
    onChange={(next) => onChange([next])}
    placeholder="Select"
  />
);

function switchOptions(boolean: boolean, field: string): { value: string; label: string }[] {
  const [on, off] = field === 'status' ? ['Active', 'Inactive'] : ['Yes', 'No'];
  return [
    { value: boolean ? 'true' : '1', label: on },
    { value: boolean ? 'false' : '0', label: off },
  ];
}
