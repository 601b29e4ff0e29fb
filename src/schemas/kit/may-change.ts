import { isClosed } from './closed-states';
import type { AnyResource } from './resource';
import type { Values } from './values';

/** The server says of each row of a resource with `rows.change` whether this person may change it; all others may be changed. */
export const mayChange = (row: Values): boolean => row['_may_change'] !== false;

/** What the row is in can be edited (`editIf`). A row that does not say it is offered: the server decides. */
const isEditable = (resource: AnyResource, row: Values): boolean => {
  const states = resource.editIf;
  return states === undefined || row[states.field] === undefined || states.in.includes(String(row[states.field]));
};

/** Edit is offered for the row. */
export const mayEditNow = (resource: AnyResource, row: Values): boolean => isOpen(resource, row) && isEditable(resource, row);

/** This person may change the row, and its state allows it. */
export const isOpen = (resource: AnyResource, row: Values): boolean => mayChange(row) && !isClosed(resource, row);
