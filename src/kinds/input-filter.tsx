import { Input } from 'antd';
import type { ReactNode } from 'react';
import type { FilterProps } from './kind-parts';

/** A filter that is typed: a text, a number, a day. */
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
