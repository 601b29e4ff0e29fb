import { answerOf } from '../../providers/calls/call';
import { saveRow } from '../../providers/calls/records';
import type { tenant } from '../../schemas/access-control/tenant';
import type { Draft } from '../../schemas/kit/resource';
import { toasts } from '../../ui/toasts/toasts';

const wire = 'PUT update_tenant/{id}';

/** Saves some fields of the tenant and says so; throws what the server refuses, with the fields it names. */
export async function patchTenant(id: string, changes: Draft<typeof tenant>): Promise<void> {
  const { body } = await saveRow<typeof tenant>(wire, { ...changes, id });
  toasts.success(answerOf({ wire }, body).message || 'Some Error');
}
