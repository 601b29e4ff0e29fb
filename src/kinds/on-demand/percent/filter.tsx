import type { ReactNode } from 'react';
import type { FilterProps } from '../../kind-parts';
import { inputFilter } from '../../input-filter';

export const filter = (props: FilterProps): ReactNode => inputFilter('number', props);
