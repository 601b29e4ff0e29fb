import type { ListFilter } from '../../schemas/kit/list-query';

/** The lists at /leads, by their `type`. */
export const listTypes = { all: 'Leads', fav: 'Favourite leads', 'assigned-leads': 'Assigned leads' } as const;
export type ListType = keyof typeof listTypes;

/** Where the menu leads. */
export const allLeadsPath = '/leads?type=all';
export const ofType = (type: ListType): ListFilter => ({ field: 'type', operator: 'eq', values: [type] });
