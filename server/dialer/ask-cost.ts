import type { Services } from '../context/services';
import { JobKind } from '../context/jobs';
import type { Tx } from '../store/store';

export interface CostAsked {
  readonly callId: string;
  /** How often the provider has been asked. */
  readonly tried: number;
}
export const callCost = new JobKind<CostAsked>('call-cost');

/** A provider knows the price some time after the call, and does not say when: minutes until it is asked, and asked again. */
const waits = [1, 10, 60, 6 * 60, 24 * 60];

/** Queues the question what a call cost; not more often than providers need to know. */
export async function askCost(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'now'>,
  by: { readonly tenantId: string; readonly userId: string | null },
  { callId, tried }: CostAsked,
): Promise<void> {
  const wait = waits[tried];
  if (wait === undefined) return;
  await services.jobs.add(tx, by, {
    kind: callCost,
    payload: { callId, tried },
    dedupeKey: `${callId}:${tried}`,
    runAt: new Date(services.now().getTime() + wait * 60_000),
  });
}
