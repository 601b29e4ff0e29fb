import sql, { type Sql } from 'sql-template-tag';
import { publisherDisputeAnswer } from '../../src/schemas/calls/publishers';
import { mayDo } from '../../src/schemas/kit/access';
import { problem } from '../../src/schemas/kit/problem';
import { publisherDeliveries, type PublisherDelivery } from '../../src/schemas/leads/publisher-deliveries';
import { insertRows } from '../store/listed-rows';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';
import type { Session } from '../context/session';
import { loadUsers } from '../identity/sessions';
import { notify } from '../live/notify';
import { deliveredLeads } from './delivered-leads';

type Sent = Pick<PublisherDelivery, 'sent_name' | 'sent_phone' | 'sent_email'>;
type Delivered = Pick<PublisherDelivery, 'id' | 'publisher_id' | 'state' | 'dispute_state' | 'lead_id'> & {
  readonly delivered_at: string;
};

/** One row of the log, as far as `seen` allows. A lead that came without a delivery has its own id until a dispute makes a row. */
export async function deliveredRow(tx: Tx, tenantId: string, id: string, seen: Sql = sql`true`): Promise<Delivered> {
  const row: Delivered | undefined = await tx.row(sql`
    select v."id", v."publisher_id", v."state", v."dispute_state", v."lead_id", v."delivered_at"
    from (${deliveredLeads(tenantId)}) v where (v."id" = ${id} or v."lead_id" = ${id}) and v."deleted_at" is null and ${seen}
    order by v."id" = ${id} desc, v."dispute_state" is null, v."id" limit 1`);
  if (!row) throw problem(404, 'This delivered lead does not exist.');
  return row;
}

/** The row of the log that a dispute belongs to: a lead that came without a delivery has none yet. */
export const disputedId = ({ id, lead_id }: Delivered): string => (id === lead_id ? newId() : id);

/**
 * The publisher objects, once; of a lead that came without a delivery, a row of the log begins with it. The publisher is locked, so
 * that of two requests at once the second finds the first.
 */
export async function raiseDispute(
  tx: Tx,
  tenantId: string,
  row: Delivered,
  { id, text, proof, now }: { readonly id: string; readonly text: string; readonly proof: string | null; readonly now: Date },
): Promise<void> {
  if (row.dispute_state) throw problem(409, 'You have already disputed this lead.');
  if (!row.lead_id || (row.state !== 'duplicate' && row.state !== 'invalid'))
    throw problem(409, 'Only a duplicate or an invalid lead can be disputed.');
  const dispute = { dispute_state: 'open' as const, dispute_text: text, dispute_proof: proof, disputed_at: now.toISOString() };
  if (id !== row.id) {
    const { publisher_id, lead_id, delivered_at } = row;
    const sent: Sent =
      await tx.one(sql`select "name" as "sent_name", "phone" as "sent_phone", "email" as "sent_email" from "leads"
      where "tenant_id" = ${tenantId} and "id" = ${lead_id}`);
    const added = { id, publisher_id, lead_id, delivered_at, state: 'accepted', ...sent, ...dispute };
    const statement = insertRows(tenantId, publisherDeliveries, Object.keys(added), [added]);
    if (statement) await tx.run(statement);
    return;
  }
  const changed = await tx.run(sql`
    update "publisher_deliveries" set "dispute_state" = 'open', "dispute_text" = ${text}, "dispute_proof" = ${proof},
      "disputed_at" = ${dispute.disputed_at}::timestamptz
    where "tenant_id" = ${tenantId} and "id" = ${id} and "dispute_state" is null`);
  if (!changed) throw problem(409, 'You have already disputed this lead.');
}

/** Everyone who may answer the dispute is notified of it. */
export async function tellDeciders(tx: Tx, session: Session, id: string): Promise<void> {
  const { tenantId } = session;
  const users: { id: string }[] = await tx.rows(
    sql`select "id" from "users" where "tenant_id" = ${tenantId} and "type" = 'org' and "status" = 1 and "deleted_at" is null`,
  );
  const people = await loadUsers(
    tx,
    tenantId,
    users.map((user) => user.id),
  );
  const to = [...people.values()].filter((person) => mayDo(person, publisherDisputeAnswer.access, 'update'));
  await notify(tx, tenantId, {
    to: to.map(({ userId }) => userId),
    type: 'lead_disputed',
    message: `${session.name} disputes a lead. Check it and answer.`,
    once: `dispute:${id}`,
  });
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
