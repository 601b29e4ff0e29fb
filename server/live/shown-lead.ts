import { resourceNamed } from '../../src/schemas/kit/all';
import { veilAs } from '../catalogue/field-rules';
import { loadUser } from '../http/sessions';
import type { Tx } from '../store/store';

export interface LeadContact {
  readonly name: string | null;
  readonly email?: string | null;
  readonly phone: string | null;
}

/** A lead as what is told to this user may name it: no clearer than their role sees leads (TRUST-S4), and nothing to nobody. */
export async function shownLead(tx: Tx, tenantId: string, userId: string, lead: LeadContact): Promise<LeadContact> {
  const user = await loadUser(tx, tenantId, userId);
  return user
    ? veilAs(resourceNamed('leads'), user, lead, { name: 'name', email: 'email', phone: 'phone' })
    : { name: null, email: null, phone: null };
}
