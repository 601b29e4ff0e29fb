import { Input } from 'antd';
import type { ReactNode } from 'react';
import type { FilterProps } from '../../kind-parts';

export const filter = ({ values, onChange, title, autoFocus }: FilterProps): ReactNode => (
  <Input
    aria-label={title}
    autoFocus={autoFocus}
    type="time"
    value={values[0] ?? ''}
    onChange={({ target }) => onChange([target.value])}
  />
);
