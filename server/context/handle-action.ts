import type { ShownAnswer } from '../../src/schemas/kit/record-calls';
import type { AnyResource } from '../../src/schemas/kit/resource';
import type { QueryNames } from '../../src/schemas/kit/wire-names';
import type { Context, Handlers, Reply, Sent } from './context';
import { named } from './handle';

/** The calls of a resource: its own actions and additional lists, and the operations of every resource. */
type CallOf<R extends AnyResource> = NamesOf<NonNullable<R['actions']>> | NamesOf<NonNullable<R['lists']>> | Operation;
/** Of a schema file without lists, `lists` is of any names: there are none. */
type NamesOf<T> = string extends keyof T ? never : Extract<keyof T, string>;
type Operation = 'list' | 'read' | 'create' | 'update' | 'status' | 'delete';

/** An action's context: query and body by the names that the schema file gives them. Their values are as they were sent. */
export type ActionContext<R, N extends string> = R extends { readonly actions?: infer A }
  ? N extends keyof A
    ? Omit<Context, 'query' | 'body'> & { readonly query: ActionQuery<A[N]>; readonly body: ActionBody<A[N]> }
    : Context
  : Context;

/** An action's answer: where the schema file shows it on the record's page, what that section reads. */
export type ActionReply<R, N extends string> = R extends { readonly actions?: infer A }
  ? N extends keyof A
    ? A[N] extends { readonly shows: infer S }
      ? Omit<Reply, 'data' | 'count'> & ShownAnswer<S>
      : Reply
    : Reply
  : Reply;

/** The handler of a resource's own action, or one that stands before the generic handler of its operation or list. */
export function handleAction<const R extends AnyResource, const N extends CallOf<R>>(
  resource: R,
  name: N,
  work: (context: ActionContext<R, N>) => Promise<ActionReply<R, N>>,
): Handlers {
  return named(`${resource.name}.${name}`, work);
}

type ActionQuery<A> = A extends { readonly wire: infer W } ? Values<QueryNames<W>> : Sent;
/** The names that the offers send along or ask for; without offers nothing is known of the body. */
type ActionBody<A> = [Offered<A>] extends [never] ? Sent : Values<Offered<A>>;
type Offered<A> = A extends { readonly offers: readonly (infer O)[] } ? SentBy<O> | AskedBy<O> : never;
type SentBy<O> = O extends { readonly send: infer S } ? Extract<keyof S, string> : never;
type AskedBy<O> = O extends { readonly ask: { readonly properties: infer P } } ? Extract<keyof P, string> : never;
type Values<N extends string> = { readonly [Name in N]?: unknown };
