import { AsyncLocalStorage } from 'node:async_hooks';
import type { Services } from '../../server/context/services';

/** One for all apps of a process: Node asks every one that was ever used at the start of each promise. */
const inside = new AsyncLocalStorage<true>();

/** TRUST-S35: checked in every test of an upload. A call that stores bytes inside a transaction fails. */
export function refuseFilesInside({ store, files }: Pick<Services, 'store' | 'files'>): void {
  const transaction = store.transaction.bind(store);
  store.transaction = (actor, work, options) => transaction(actor, (tx) => inside.run(true, () => work(tx)), options);
  const storeBytes = files.store.bind(files);
  files.store = async (tenantId, source) => {
    if (inside.getStore()) throw new Error('files.store was called inside a transaction: store the bytes before it begins');
    return storeBytes(tenantId, source);
  };
}
