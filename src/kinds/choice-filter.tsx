import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { choicesOf } from './choice-text';
import type { FilterProps } from './kind-parts';

/** A checkbox for each option. */
export const choiceFilter = ({ at, values, onChange }: FilterProps): ReactNode => (
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
