import type { Store } from '../../server/store/store';

/** A process that is killed at its n-th transaction, before or after the commit: then it no longer reaches the database. */
export function killedAt(store: Store, n: number, committed: boolean): { store: Store; dead: Promise<void> } {
  let count = 0;
  let gone: () => void;
  const dead = new Promise<void>((resolve) => (gone = resolve));
  const transaction: Store['transaction'] = async (who, work, options) => {
    count++;
    if (count > n || (count === n && !committed)) {
      gone();
      throw new Error('killed');
    }
    const result = await store.transaction(who, work, options);
    if (count < n) return result;
    gone();
    throw new Error('killed');
  };
  return { store: { ...store, transaction }, dead };
}
