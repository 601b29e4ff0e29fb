import type { BodyOf, CallSpec, DataOf, MembersOf, QueryOf } from '../../src/schemas/kit/call';
import type { Context, Handlers, OutsideContext, Bytes, Refused, Reply } from './context';

/** A call's context with its query and body as the contract says them. */
export type CallContext<C> = Omit<Context, 'query' | 'body'> & { readonly query: QueryOf<C>; readonly body: BodyOf<C> };
export type OutsideCallContext<C> = Omit<OutsideContext, 'query' | 'body'> & {
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
};
/** An answer with the `data` and the members that the contract says, bytes in their place, or a refusal; a contract that says none answers none. */
export type CallReply<C> =
  | Refused
  | Bytes
  | (Omit<Reply, 'data' | 'more'> & Answers<'data', DataOf<C>> & Answers<'more', More<C>>);
type More<C> = C extends { readonly members: unknown }
  ? MembersOf<C> | (object extends MembersOf<C> ? undefined : never)
  : undefined;
/** Left out where the contract says none, and where it allows none. */
type Answers<Name extends string, T> = [T] extends [undefined]
  ? { readonly [N in Name]?: undefined }
  : undefined extends T
    ? { readonly [N in Name]?: T }
    : { readonly [N in Name]: T };

type Work<C> = C extends { readonly outside: true }
  ? (context: OutsideCallContext<C>) => Promise<CallReply<C>>
  : ((context: CallContext<C>) => Promise<CallReply<C>>) | Staged<C>;
interface Staged<C> {
  before(context: Omit<CallContext<C>, 'tx' | 'afterCommit'>): Promise<(context: CallContext<C>) => Promise<CallReply<C>>>;
}

/** The handler of a call, typed by its contract: a line of `handlers` in a file of server/calls. */
export function handle<const C extends CallSpec>(call: C, work: Work<C>): Handlers {
  return named(call.name, work);
}

/** Where handlers of many types become those of one list: the dispatcher gives each what its contract says. */
export function named(name: string, work: unknown): Handlers {
  return { [name]: work as Handlers[string] };
}
