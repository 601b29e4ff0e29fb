import type { Changed } from '../schemas/kit/changed';
import { recordIn } from '../schemas/kit/is-record';

type Id = string | number;
type Read = (resource: string, id: Id) => Promise<unknown>;

/** How long after an update its live event is still expected. */
const keptMs = 10_000;
const updates = new Map<string, Promise<unknown>>();

/** Remembers an update of this tab until its live event has come. */
export function noteUpdate(resource: string, id: Id, written: Promise<unknown>): void {
  const key = keyOf(resource, id);
  updates.set(key, written);
  const forget = (): void => {
    if (updates.get(key) === written) updates.delete(key);
  };
  written.then(() => setTimeout(forget, keptMs), forget);
}

/**
 * Whether a change is only what this tab has just written: the record still has the version that the update was answered with.
 * False whenever that is not known.
 */
export async function isOwnUpdate({ resource, ids = [], created, deleted }: Changed, read: Read): Promise<boolean> {
  const [id, ...others] = ids;
  if (id === undefined || others.length || created?.length || deleted?.length) return false;
  const written = updates.get(keyOf(resource, id));
  if (!written) return false;
  try {
    const { row_version: own } = recordIn(await written);
    return own !== undefined && recordIn(await read(resource, id))['row_version'] === own;
  } catch {
    return false;
  }
}

const keyOf = (resource: string, id: Id): string => `${resource} ${id}`;
