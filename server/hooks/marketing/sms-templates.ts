import sql from 'sql-template-tag';
import type { smsTemplates } from '../../../src/schemas/marketing/sms-templates';
import type { Tenant } from '../../../src/schemas/access-control/tenant';
import { invalid } from '../../../src/schemas/kit/problem';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';

/** A header that is not registered for the tenant would be refused by every operator. */
async function refuseForeign(sender: string | null | undefined, { tx, session }: Context): Promise<void> {
  if (!sender) return;
  const own = await tx.row<{ senders: Tenant['sms_sender_ids'] }>(
    sql`select "sms_sender_ids" as "senders" from "tenant" where "tenant_id" = ${session.tenantId} limit 1`,
  );
  const ids = (own?.senders ?? []).map((one) => one.sender_id);
  if (ids.length && !ids.includes(sender)) throw invalid('sender_id', `Sender id must be one of ${ids.join(', ')}`);
}

export const hooks: Hooks<typeof smsTemplates> = {
  async beforeCreate(draft, context) {
    await refuseForeign(draft.sender_id, context);
    return draft;
  },
  async beforeUpdate(patch, _before, context) {
    await refuseForeign(patch.sender_id, context);
    return patch;
  },
};
