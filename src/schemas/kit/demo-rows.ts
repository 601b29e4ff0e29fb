import type { AnyResource } from './resource';

/**
 * Rows that each demo tenant starts with, by resource, `export const demo` of an extension's `demo/*.ts`. In a reference '$colleges'
 * stands for a record of that resource, '$hostel-rooms:N-101' for the one with that name.
 */
export type DemoRows = Readonly<Record<string, NonNullable<AnyResource['examples']>>>;
