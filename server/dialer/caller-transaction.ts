import type { Transactions } from '../channels/ask-once';
import type { OutsideContext } from '../context/context';
import type { Session } from '../context/session';
import { actorOf } from '../identity/sessions';
import type { Tx } from '../store/store';

/** One transaction of a call with a provider request in between; the token is checked again each time. */
export function callerTransaction<T>(
  { services, session, request }: OutsideContext,
  work: (asker: { tx: Tx; session: Session; services: OutsideContext['services'] }) => Promise<T>,
): Promise<T> {
  const { tenantId, userId, jti, tokenVersion } = session!;
  return services.store.transaction({ ...actorOf(request, tenantId, userId), jti, tokenVersion }, (tx) =>
    work({ tx, session: session!, services }),
  );
}

/** The same, for what a provider is asked once. */
export const callerTransactions = (context: OutsideContext): Transactions => ({
  commit: async (work) => (await callerTransaction(context, ({ tx }) => work(tx))).value,
  record: (work) => callerTransaction(context, ({ tx }) => work(tx)),
});
