import sql from 'sql-template-tag';
import { invalid } from '../../src/schemas/kit/problem';
import type { Context } from '../context/context';
import type { Hooks } from '../context/hooks';

/** A header that is not registered for the tenant would be refused by every operator. */
async function refuseForeign(sender: unknown, { tx, session }: Context): Promise<void> {
  if (typeof sender !== 'string' || sender === '') return;
  const own = await tx.row<{ ids: string[] | null }>(
    sql`select "sms_sender_ids" as "ids" from "tenant" where "tenant_id" = ${session.tenantId} limit 1`,
  );
  const ids = own?.ids ?? [];
  if (ids.length && !ids.includes(sender)) throw invalid('sender_id', `Sender id must be one of ${ids.join(', ')}`);
}

export const hooks: Hooks = {
  async beforeCreate(draft, context) {
    await refuseForeign(draft['sender_id'], context);
    return draft;
  },
  async beforeUpdate(patch, _before, context) {
    await refuseForeign(patch['sender_id'], context);
    return patch;
  },
};
