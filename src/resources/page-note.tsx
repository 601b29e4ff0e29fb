import type { ReactNode } from 'react';
import type { AnyResource } from '../schemas/kit/resource';
import { NotActive } from '../ui/page/not-active';

/** Under the title of a resource whose records have no effect yet (`later.page`). */
export const pageNote = ({ later }: AnyResource): ReactNode => (later?.page ? <NotActive why={later.page} /> : undefined);
