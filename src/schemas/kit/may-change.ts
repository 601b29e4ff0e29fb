import { isClosed } from './closed-states';
import type { AnyResource } from './resource';
import type { Values } from './values';

/** The server says of each row of a resource with `rows.change` whether this person may change it; all others may be changed. */
export const mayChange = (row: Values): boolean => row['_may_change'] !== false;

/** This person may change the row, and its state allows it. */
export const isOpen = (resource: AnyResource, row: Values): boolean => mayChange(row) && !isClosed(resource, row);
