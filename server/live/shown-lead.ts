import { resourceNamed } from '../../src/schemas/kit/all';
import { leadRecords } from '../../src/schemas/kit/named-resources';
import { veilAs } from '../catalogue/field-rules';
import { loadUser } from '../identity/sessions';
import { isInScope } from '../context/data-scope';
import type { Tx } from '../store/store';

export interface LeadContact {
  readonly name: string | null;
  readonly email?: string | null;
  readonly phone: string | null;
}

/**
 * A lead as a message to this user can name it: with their role's hidden and masked fields (TRUST-S4), and nothing without a
 * user. Of a lead outside their scope (TRUST-S34) only the calling number is shown, not whose it is. `owner` undefined: no lead
 * at all.
 */
export async function shownLead(
  tx: Tx,
  tenantId: string,
  userId: string,
  { owner, ...lead }: LeadContact & { readonly owner: string | null | undefined },
): Promise<LeadContact & { readonly seen: boolean }> {
  const user = await loadUser(tx, tenantId, userId);
  if (!user) return { name: null, email: null, phone: null, seen: false };
  const seen = owner !== undefined && isInScope(user.scope, owner);
  const told = seen ? lead : { ...lead, name: null, email: null };
  return { ...veilAs(resourceNamed(leadRecords), user, told, { name: 'name', email: 'email', phone: 'phone' }), seen };
}
