import { calls } from '../../src/schemas/leads/calls';
import { resourceNamed } from '../../src/schemas/kit/all';
import { leadRecords } from '../../src/schemas/kit/named-resources';
import { veilAs } from '../catalogue/field-rules';
import { loadUser } from '../identity/sessions';
import { isInScope, seesLead } from '../context/data-scope';
import type { Tx } from '../store/store';

export interface LeadContact {
  readonly name: string | null;
  readonly email?: string | null;
  readonly phone: string | null;
}

/**
 * The name and email of a lead and the number of its call as this user can see them: without the fields hidden from their role, with masked ones
 * masked (TRUST-S4). Of a lead outside their scope (TRUST-S34) only the number is shown. All null if there is no such user.
 * `owner` undefined: the number belongs to no lead. `id` is the lead's.
 */
export async function contactShownTo(
  tx: Tx,
  tenantId: string,
  userId: string,
  { owner, id, ...lead }: LeadContact & { readonly owner: string | null | undefined; readonly id?: string | null | undefined },
): Promise<LeadContact & { readonly seen: boolean }> {
  const user = await loadUser(tx, tenantId, userId);
  if (!user) return { name: null, email: null, phone: null, seen: false };
  const seen =
    owner !== undefined && (id ? await seesLead(tx, user.scope, { id, user_id: owner }) : isInScope(user.scope, owner));
  const shown = seen ? lead : { ...lead, name: null, email: null };
  const named = veilAs(resourceNamed(leadRecords), user, shown, { name: 'name', email: 'email' });
  return { ...veilAs(calls, user, named, { phone: 'phone' }), seen };
}
