import type { ReactNode } from 'react';
import type { FilterProps } from '../halves';
import { inputFilter } from '../input-filter';

export const filter = (props: FilterProps): ReactNode => inputFilter('number', props);
