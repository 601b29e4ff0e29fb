import { JobKind, type Jobs } from '../../server/context/jobs';
import { runs } from '../../server/context/running-job';
import type { Tx } from '../../server/store/store';

/** Never run, only compiled: the payload that a job is queued with has the type that its handler receives. */
const greet = new JobKind<{ readonly name: string }>('greet');
const by = { tenantId: 'one', userId: null };

export async function right(jobs: Jobs, tx: Tx): Promise<void> {
  await jobs.add(tx, by, { kind: greet, payload: { name: 'Rohini' } });
  runs(greet, async ({ payload }) => ({ greeted: payload.name.length }));
}

export async function wrong(jobs: Jobs, tx: Tx): Promise<void> {
  // @ts-expect-error a value of another type
  await jobs.add(tx, by, { kind: greet, payload: { name: 7 } });
  // @ts-expect-error a member is missing
  await jobs.add(tx, by, { kind: greet, payload: {} });
  // @ts-expect-error a member that the kind does not have
  await jobs.add(tx, by, { kind: greet, payload: { name: 'Rohini', to: 'Anil' } });
  // @ts-expect-error a name is not a kind
  await jobs.add(tx, by, { kind: 'greet', payload: { name: 'Rohini' } });
  // @ts-expect-error the handler receives no `to`
  runs(greet, async ({ payload }) => ({ greeted: payload.to }));
}
