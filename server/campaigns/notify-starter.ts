import { notify } from '../live/notify';
import type { Tx } from '../store/store';

/** The person who started a campaign hears what became of it; automation has nobody to tell. */
export async function notifyStarter(
  tx: Tx,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string | null },
  { kind, id }: { readonly kind: string; readonly id: string },
  message: string,
): Promise<void> {
  if (userId !== null) await notify(tx, tenantId, { to: userId, type: 'campaign_finished', message, record: `${kind}/${id}` });
}
