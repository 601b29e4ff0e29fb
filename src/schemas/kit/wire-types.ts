import type { AnyResource, Row } from './resource';

/** The wires of a resource as types: what a page may name to read its records without loading the schema file. */
export type ReadWire<R extends AnyResource> = R extends { wire?: { read: infer W } } ? Named<Each<W>> : never;
export type ListWire<R extends AnyResource> = R extends { wire?: { list: infer W } } ? Named<Each<W>> : never;
/** What writes a record: `POST|PUT x` is either of two. */
export type WriteWire<R extends AnyResource> = R extends { wire?: infer W }
  ? OneMethod<Each<W[Extract<'create' | 'update' | 'delete', keyof W>]>>
  : never;
/** A resource's own action, with the names of its body where a page sends some: 'POST tickets/{id}/reply@message'. */
export type ActionWire<R extends AnyResource> = R extends { actions?: infer A }
  ? A[keyof A] extends { readonly wire: infer W extends string }
    ? W | `${W}@${string}`
    : never
  : never;
/** The named list `lookUp`: the choices of a select. */
export type LookUpWire<R extends AnyResource> = R extends { lists?: { lookUp: { wire: infer W } } } ? Named<W> : never;
export type Choice<R extends AnyResource> = R extends { lists?: { lookUp: { pick: readonly (infer F)[] } } }
  ? Pick<Row<R>, Extract<F, keyof Row<R>>>
  : never;

/** One wire, or each of several. */
type Each<W> = W extends string ? (W extends readonly unknown[] ? never : W) : W extends readonly (infer One)[] ? One : never;
type OneMethod<W> = W extends `${infer First}|${infer Second} ${infer Rest}`
  ? `${First} ${Rest}` | `${Second} ${Rest}`
  : W extends `${string}@${string}`
    ? never
    : W;
/** The wire with those of its query names that are used. */
type Named<W> = W extends `${infer Path}?${string}`
  ? Path | `${Path}?${string}`
  : W extends string
    ? W | `${W}?${string}`
    : never;
