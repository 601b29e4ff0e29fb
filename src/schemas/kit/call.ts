import type { Access, Operation } from './access';
import type { Field, Fields } from './field';
import type { LimitKind } from './limits';

/** A hand-made call: the contract alone. Its handler of the same name stands in server/calls. */
export interface CallSpec {
  readonly name: string;
  readonly wire: string | readonly string[];
  readonly access: Access;
  /** Level, anti-forgery and audit follow from the operation, never from the verb (D-051). */
  readonly as: Exclude<Operation, 'open' | 'list'>;
  readonly query?: Shape;
  readonly body?: Shape;
  /** Members of the answer beside code and message. */
  readonly reply?: Shape;
  readonly multipart?: boolean;
  /** Where its JSON carries files as data URLs: 'photo', or 'files.img' of each item. */
  readonly files?: string;
  /** Largest body in bytes where the common 1 MiB is not enough. */
  readonly bodyLimit?: number;
  /** The same `client_ref` or Idempotency-Key from the same user within 24 hours gets the first answer (D-052); false: never, since the answer is a secret. */
  readonly idempotent?: boolean;
  /** Runs before a session exists, or without a tenant transaction. */
  readonly outside?: boolean;
  /** false: no cookie decides anything here, so no anti-forgery header is asked; tests/server/endpoints lists these. */
  readonly forgery?: false;
  /** The chat token opens this call as well as the access token (D-114). */
  readonly chatToken?: boolean;
  /** What an API key must hold to make this call; without it no key may. */
  readonly scope?: string;
  /** Which limit a minute it falls under, where that does not follow from the operation: a call without session is a visitor's. */
  readonly limit?: LimitKind;
  /** What costs money: how often a tenant may make it in 24 hours (TRUST-S15). */
  readonly perDay?: number;
  readonly examples?: readonly { readonly body?: unknown; readonly query?: unknown }[];
}
export interface Shape {
  readonly type: 'object';
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly properties: Fields | Record<string, Field>;
}

export function defineCall<const C extends CallSpec>(call: C): C {
  return call;
}
