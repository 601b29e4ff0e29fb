import { Select } from 'antd';
import type { ReactNode } from 'react';
import type { FilterProps } from '../../kind-parts';
import { starsOf } from './kind';

export const filter = ({ at, values, onChange, title, autoFocus }: FilterProps): ReactNode => (
  <Select
    aria-label={title}
    autoFocus={autoFocus}
    placeholder="Select"
    value={values[0] || null}
    options={Array.from({ length: starsOf(at) }, (_, index) => ({
      value: String(index + 1),
      label: `${index + 1} of ${starsOf(at)}`,
    }))}
    onChange={(next) => onChange([next])}
  />
);
