import type { ReactNode } from 'react';
import type { FilterProps } from '../../kind-parts';
import { DurationInput } from './duration-input';
import { unitOf } from './kind';

export const filter = ({ at, values, onChange, title, autoFocus }: FilterProps): ReactNode => (
  <DurationInput
    aria-label={title}
    autoFocus={autoFocus}
    unit={unitOf(at)}
    value={/^\d+$/.test(values[0] ?? '') ? Number(values[0]) : values[0]}
    onChange={(next) => onChange([next === undefined ? '' : String(next)])}
  />
);
