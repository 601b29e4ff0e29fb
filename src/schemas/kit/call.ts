import type { Access, Operation } from './access';
import type { Field, Fields, ValueOf } from './field';
import type { LimitKind } from './limits';
import type { AnyRow } from './resource';
import type { QueryTexts } from './wire-names';

/** A hand-made call: the contract only. Its handler of the same name is in server/calls. */
export interface CallSpec {
  readonly name: string;
  readonly wire: string | readonly string[];
  readonly access: Access;
  /** Level, anti-forgery and audit follow from the operation, never from the verb (D-051). */
  readonly as: Exclude<Operation, 'open' | 'list'>;
  readonly query?: Shape;
  readonly body?: Shape;
  /** Members of the answer alongside code and message. */
  readonly reply?: Shape;
  /**
   * `data` of the answer as a type: `data: dataOf<LeadCounts>()`. What the document shows of it is in `reply`. Without it the call
   * answers a message alone: its handler cannot send `data`, and a page finds none.
   */
  readonly data?: () => unknown;
  /** The members alongside `data` as a type: `members: dataOf<{ counts: LeadCounts }>()`. Without it there are none. */
  readonly members?: () => unknown;
  readonly multipart?: boolean;
  /** Where its JSON carries files as data URLs: 'photo', or 'files.img' of each item. */
  readonly files?: string;
  /** Largest body in bytes where the common 1 MiB is not enough. */
  readonly bodyLimit?: number;
  /**
   * The same `client_ref` or Idempotency-Key from the same user within 24 hours gets the first answer (D-052); false: never,
   * since the answer is a secret. `true`: without either, the same content within 5 seconds is a request that came twice. Who honestly
   * does the same again so soon (a change, its undo and the change again; a merge after it was undone; one text sent twice) names each
   * request, as the pages do.
   */
  readonly idempotent?: boolean;
  /** Runs before a session exists, or without a tenant transaction. */
  readonly outside?: boolean;
  /** false: no cookie decides anything here, so no anti-forgery header is asked; tests/server/endpoints lists these. */
  readonly forgery?: false;
  /** The chat token opens this call as well as the access token (D-114). */
  readonly chatToken?: boolean;
  /** The scope an API key needs for this call; without one, no key can make it. */
  readonly scope?: string;
  /** Its limit per minute, if that does not follow from the operation; a call without a session counts as a visitor's. */
  readonly limit?: LimitKind;
  /** For calls that cost money: how often a tenant can make it in 24 hours (TRUST-S15). */
  readonly perDay?: number;
  readonly examples?: readonly { readonly body?: unknown; readonly query?: unknown }[];
}
export interface Shape {
  readonly type: 'object';
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly properties: Fields | Record<string, Field>;
}

/** Names a type in a contract; it is never called. */
export function dataOf<T>(): () => T {
  return () => {
    throw new Error('a type has no value');
  };
}

export function defineCall<const C extends CallSpec>(call: C): C {
  return call;
}

/** Values present after validation: required ones, and those with a default. */
type There<S> =
  | (S extends { required: readonly (infer N)[] } ? N : never)
  | (S extends { properties: infer P } ? { [K in keyof P]: P[K] extends { default: unknown } ? K : never }[keyof P] : never);
type Checked<S> = S extends { readonly properties: infer P }
  ? { readonly [K in keyof P as K extends There<S> ? K : never]: CheckedValue<P[K]> } & {
      readonly [K in keyof P as K extends There<S> ? never : K]?: CheckedValue<P[K]>;
    } & (S extends { readonly additionalProperties: true } ? Sent : unknown)
  : Sent;
type CheckedValue<F> = F extends { readonly enum: readonly unknown[] }
  ? ValueOf<F>
  : F extends { readonly type: 'array'; readonly items: infer I }
    ? CheckedValue<I>[]
    : F extends { readonly type: 'object'; readonly properties: unknown }
      ? Checked<F>
      : ValueOf<F>;
/** By name, with unknown types. */
type Sent = Readonly<AnyRow>;
/** The query and the body of a call as its handler reads them: validated, converted, defaults filled. */
export type QueryOf<C> = C extends { readonly query: infer S }
  ? Checked<S>
  : C extends { readonly wire: infer W }
    ? QueryTexts<W>
    : Sent;
export type BodyOf<C> = C extends { readonly body: infer S } ? Checked<S> : Sent;
/** `data` of the answer, as the contract types it (`data: dataOf<T>()`); unknown of a call of a resource, which has no contract. */
export type DataOf<C> = C extends { readonly data: () => infer T }
  ? T
  : C extends { readonly name: string }
    ? undefined
    : unknown;
/** What comes alongside `data`, in the same way. */
export type MembersOf<C> = C extends { readonly members: () => infer T } ? T : unknown;
