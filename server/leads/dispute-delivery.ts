import sql, { type Sql } from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import { publisherDeliveries, type PublisherDelivery } from '../../src/schemas/leads/publisher-deliveries';
import { insertRows } from '../store/listed-rows';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';
import { deliveredLeads } from './delivered-leads';

type Delivered = Pick<PublisherDelivery, 'id' | 'publisher_id' | 'state' | 'dispute_state' | 'lead_id'> & {
  readonly delivered_at: string;
};

/** One row of the log, as far as `seen` allows. */
export async function deliveredRow(tx: Tx, tenantId: string, id: string, seen: Sql = sql`true`): Promise<Delivered> {
  const row: Delivered | undefined = await tx.row(sql`
    select v."id", v."publisher_id", v."state", v."dispute_state", v."lead_id", v."delivered_at"
    from (${deliveredLeads(tenantId)}) v where v."id" = ${id} and v."deleted_at" is null and ${seen}`);
  if (!row) throw problem(404, 'This delivered lead does not exist.');
  return row;
}

/** The publisher objects, once; of a lead that came without a delivery, a row of the log begins with it. */
export async function raiseDispute(
  tx: Tx,
  tenantId: string,
  row: Delivered,
  { text, proof, now }: { readonly text: string; readonly proof: string | null; readonly now: Date },
): Promise<void> {
  if (row.dispute_state) throw problem(409, 'You have already disputed this lead.');
  if (!row.lead_id || (row.state !== 'duplicate' && row.state !== 'invalid'))
    throw problem(409, 'Only a duplicate or an invalid lead can be disputed.');
  const dispute = { dispute_state: 'open' as const, dispute_text: text, dispute_proof: proof, disputed_at: now.toISOString() };
  if (row.lead_id === row.id) {
    const { publisher_id, lead_id, delivered_at } = row;
    const added = { id: newId(), publisher_id, lead_id, delivered_at, state: 'accepted', ...dispute };
    const statement = insertRows(tenantId, publisherDeliveries, Object.keys(added), [added]);
    if (statement) await tx.run(statement);
    return;
  }
  const changed = await tx.run(sql`
    update "publisher_deliveries" set "dispute_state" = 'open', "dispute_text" = ${text}, "dispute_proof" = ${proof},
      "disputed_at" = ${dispute.disputed_at}::timestamptz
    where "tenant_id" = ${tenantId} and "id" = ${row.id} and "dispute_state" is null`);
  if (!changed) throw problem(409, 'You have already disputed this lead.');
}

export async function answerDispute(
  tx: Tx,
  tenantId: string,
  row: Delivered,
  { agreed, answer }: { readonly agreed: boolean; readonly answer: string },
): Promise<void> {
  const changed = await tx.run(sql`
    update "publisher_deliveries" set "dispute_state" = ${agreed ? 'agreed' : 'declined'}, "dispute_answer" = ${answer}
    where "tenant_id" = ${tenantId} and "id" = ${row.id} and "dispute_state" = 'open'`);
  if (!changed) throw problem(409, 'This lead has no open dispute.');
}
