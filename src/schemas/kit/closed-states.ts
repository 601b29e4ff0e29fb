import type { AnyResource } from './resource';
import type { Values } from './values';

/** The state that a record is in. */
export const stateOf = ({ states, fields }: AnyResource, record: Values): unknown =>
  states && (record[states.field] ?? fields.properties[states.field]?.default);

export const isClosed = (resource: AnyResource, record: Values): boolean =>
  resource.states?.closed?.some((one) => one === stateOf(resource, record)) ?? false;
