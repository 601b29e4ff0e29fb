import { openEnvelope, type CallValues } from '../../providers/calls/call';
import { request } from '../../providers/calls/http';
import { toasts } from '../../ui/toasts/toasts';

/** Saves some fields of the tenant and says so; throws what the server refuses, with the fields it names. */
export async function patchTenant(id: string, body: CallValues): Promise<void> {
  const answer = await request(`update_tenant/${encodeURIComponent(id)}`, { method: 'PUT', body });
  toasts.success(openEnvelope(answer.body).message || 'Some Error');
}
