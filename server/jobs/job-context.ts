import { problem } from '../../src/schemas/kit/problem';
import { parseWire } from '../../src/schemas/kit/wire';
import type { Context } from '../context/context';
import { loadUser } from '../identity/sessions';
import type { Tx } from '../store/store';
import type { RunningJob } from '../context/running-job';

/**
 * The call that a job's step makes in the name of who started it, with the rights they have now. `after` is what hooks asked
 * to be run once the step is committed. Throws Problem 403 if the person can no longer sign in.
 */
export async function jobContext(
  { tenantId, userId, services, id }: RunningJob,
  tx: Tx,
): Promise<{ readonly context: Context; readonly after: (() => void | Promise<void>)[] }> {
  const user = userId === null ? undefined : await loadUser(tx, tenantId, userId);
  if (!user) throw problem(403, 'The person who started this can no longer sign in.');
  const after: (() => void | Promise<void>)[] = [];
  const context: Context = {
    services,
    session: { ...user, jti: '', tokenVersion: 0, exp: 0 },
    tx,
    wire: parseWire('POST res/jobs'),
    params: {},
    query: {},
    body: {},
    request: { id, ip: '', agent: 'job', cookies: {}, headers: {} },
    inBulk: true,
    afterCommit: (work) => void after.push(work),
  };
  return { context, after };
}
