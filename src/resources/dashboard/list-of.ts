import type { ListAsked } from '../../schemas/kit/dashboard';
import type { AnyResource } from '../../schemas/kit/resource';
import { listPath } from '../resource-paths';

/** The list with exactly the rows that a number counts. */
export const pathOf = (resource: AnyResource, query: ListAsked): { pathname: string; search: string } => ({
  pathname: listPath(resource),
  search: Object.keys(query).length ? `?${new URLSearchParams(query)}` : '',
});

export const countText = (count: number): string => count.toLocaleString('en-IN');
