import sql from 'sql-template-tag';
import { providerOf } from '../channels/providers';
import { telephonyOf } from '../channels/telephony-provider';
import type { StoredBytes } from '../context/file-store';
import type { Services } from '../context/services';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import type { Tx } from '../store/store';

export const callRecording = new JobKind<{ readonly callId: string; readonly address: string }>('call-recording');
export const jobKinds: JobKinds = runs(callRecording, fetchRecording);

/** Stores a recording as a file, once; the call shows it with a URL that is valid for 15 minutes. */
export async function storeRecording(
  tx: Tx,
  services: Services,
  tenantId: string,
  callId: string,
  { stored, mime }: { readonly stored: StoredBytes; readonly mime: string },
): Promise<void> {
  const open = await tx.row<{ user_id: string | null }>(
    sql`select "user_id" from "calls" where "tenant_id" = ${tenantId} and "id" = ${callId} and "recording_url" is null and "deleted_at" is null for update`,
    'call-without-recording',
  );
  if (!open) return;
  const file = await services.files.put(tx, tenantId, {
    name: `call-${callId}.${mime === 'audio/mpeg' ? 'mp3' : 'wav'}`,
    mime,
    purpose: 'attachment',
    ownerResource: 'calls',
    ownerId: callId,
    stored,
  });
  await tx.run(
    sql`update "calls" set "recording_url" = ${`files/${file.id}`} where "tenant_id" = ${tenantId} and "id" = ${callId}`,
    'call-recording',
  );
  if (open.user_id) tx.sendToUser({ userId: open.user_id, event: 'call_state', body: { call_id: callId, state: 'recorded' } });
}

/** The provider reported where a recording is: it is fetched outside any transaction and stored. */
async function fetchRecording(
  job: RunningJob<{ readonly callId: string; readonly address: string }>,
  steps: Steps,
): Promise<void> {
  const { tenantId, services } = job;
  const { callId, address } = job.payload;
  const provider = await steps.read((tx) => providerOf(tx, services, tenantId, 'telephony'));
  const { bytes, mime } = await telephonyOf(provider, services).recording(address);
  const stored = await services.files.store(tenantId, bytes);
  await steps.commit(async (tx) => {
    await storeRecording(tx, services, tenantId, callId, { stored, mime });
    return {};
  });
}
