import { Input } from 'antd';
import type { ReactNode } from 'react';
import type { FilterProps } from './kind-parts';

/** A filter with a typed value: a text, a number, a date. */
export const inputFilter = (type: 'text' | 'number' | 'date', { values, onChange, title, autoFocus }: FilterProps): ReactNode => (
  <Input
    aria-label={title}
    autoFocus={autoFocus}
    type={type}
    step="any"
    value={values[0] ?? ''}
    onChange={({ target: { value } }) => onChange([value])}
  />
);
