import sql, { join, type Sql } from 'sql-template-tag';
import * as calls from '../../../src/schemas/calls/publishers';
import { bucketLabels, deliveryLabels, disputeLabels } from '../../../src/schemas/kit/deliveries';
import { maskedValue } from '../../../src/schemas/kit/field-rules';
import { invalid, notAllowed, problem } from '../../../src/schemas/kit/problem';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import type { Session } from '../../context/session';
import { addDays, startOfDay } from '../../domain/days';
import { wallText } from '../../domain/wall-time';
import { storeFile, type FileRule } from '../../files/file-field';
import { delivererOf } from '../../leads/deliver';
import { deliveredLeads } from '../../leads/delivered-leads';
import { deliveredRow, disputedId, raiseDispute, tellDeciders } from '../../leads/dispute-delivery';
import { csvLine } from '../../imports/write-csv';
import { publisherFigures } from '../../leads/publisher-figures';
import { publisherStatement } from '../../leads/publisher-statement';
import { ident } from '../../store/identifiers';

/** Whose sign-in it is; nothing of another publisher is ever asked for. */
function publisherOf({ publisherId }: Session): string {
  if (!publisherId) throw problem(403, notAllowed);
  return publisherId;
}
const own = (session: Session): Sql => sql`v."publisher_id" = ${publisherOf(session)} and v."state" <> 'test'`;

interface Wanted {
  readonly state?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The publisher's own rows that are asked for. */
function wanted(session: Session, { state, from, to }: Wanted): Sql {
  if (from && to && to < from) throw invalid('to', 'To must not be before From');
  const start = (date: string): string => startOfDay(date, session.timezone).toISOString();
  return join(
    [
      sql`v."deleted_at" is null`,
      own(session),
      ...(state ? [sql`v."state" = ${state}`] : []),
      ...(from ? [sql`v."delivered_at" >= ${start(from)}::timestamptz`] : []),
      ...(to ? [sql`v."delivered_at" < ${start(addDays(to, 1))}::timestamptz`] : []),
    ],
    ' and ',
  );
}

async function leadsOf({ tx, session }: Pick<Context, 'tx' | 'session'>, where: Sql, limit: number, offset = 0) {
  const rows: calls.PartnerLead[] = await tx.rows(sql`
    select v."id", v."delivered_at", ${sent('name')}, ${sent('phone')}, ${sent('email')}, case when ${isOwn} then c."clg_name" end as "college",
      v."state", case when v."state" <> 'accepted' then v."reason" end as "reason", case when ${isOwn} then v."bucket" end as "bucket",
      v."lead_id" is not null and v."dispute_state" is null and v."state" in ('duplicate', 'invalid') as "disputable", v."dispute_state", v."dispute_text", v."dispute_answer"
    from (${deliveredLeads(session.tenantId)}) v left join "leads" l on l."tenant_id" = v."tenant_id" and l."id" = v."lead_id"
      left join "colleges" c on c."tenant_id" = v."tenant_id" and c."clg_id" = v."clg_id"
    where ${where} order by v."delivered_at" desc, v."id" desc limit ${limit} offset ${offset}`);
  return rows.map(masked);
}

const list = async (context: CallContext<typeof calls.partnerLeads>): Promise<CallReply<typeof calls.partnerLeads>> => {
  const { tx, session, query } = context;
  const where = wanted(session, query);
  const { total }: { total: number } = await tx.one(
    sql`select count(*)::int as "total" from (${deliveredLeads(session.tenantId)}) v where ${where}`,
  );
  const data = await leadsOf(context, where, calls.partnerLeadsPerPage, (query.page - 1) * calls.partnerLeadsPerPage);
  return { data, more: { total } };
};

const exported = async (context: CallContext<typeof calls.partnerExport>): Promise<CallReply<typeof calls.partnerExport>> => {
  const { session, query } = context;
  const most = calls.mostExportedLeads;
  const rows = await leadsOf(context, wanted(session, query), most + 1);
  if (rows.length > most) throw problem(422, `One file holds up to ${most} leads. Choose fewer days.`);
  const lines = rows.map((row) =>
    csvLine([
      wallText(row.delivered_at, session.timezone),
      row.name,
      row.phone,
      row.email,
      row.college,
      deliveryLabels[row.state],
      row.reason,
      row.bucket && bucketLabels[row.bucket],
      row.dispute_state && disputeLabels[row.dispute_state],
      row.dispute_answer,
    ]),
  );
  return { data: { csv: `\uFEFF${csvLine(exportTitles)}${lines.join('')}` } };
};
const exportTitles = ['Delivered', 'Name', 'Phone', 'Email', 'College', 'Result', 'Reason', 'Stage', 'Dispute', 'Our answer'];

const statement = async ({
  tx,
  session,
}: CallContext<typeof calls.partnerStatement>): Promise<CallReply<typeof calls.partnerStatement>> => {
  const asked = { tenantId: session.tenantId, zone: session.timezone, limit: 12 };
  return { data: (await publisherStatement(tx, asked, publisherOf(session))).months };
};

/** What the publisher sent itself; of a lead that was imported with it, the lead's own values. */
const sent = (name: 'name' | 'phone' | 'email'): Sql =>
  sql`coalesce(v.${ident(`sent_${name}`)}, case when v."id" = v."lead_id" then l.${ident(name)} end) as ${ident(name)}`;
/** A duplicate is someone else's lead: this publisher does not see how far it has come. */
const isOwn = sql`v."state" <> 'duplicate'`;

/** The person is known to who sent the lead; what they could call or write to is not given back. */
function masked(row: calls.PartnerLead): calls.PartnerLead {
  const text = (value: string | null): string | null => (value === null ? null : String(maskedValue(value)));
  return { ...row, name: shortName(row.name), phone: text(row.phone), email: text(row.email) };
}
/** 'Ananya R.' */
function shortName(name: string | null): string | null {
  const [first = '', ...rest] = (name ?? '').trim().split(/\s+/);
  if (!first) return null;
  if (/\d{4}|@/.test(first)) return String(maskedValue(first)); // a lead without a name has its number or email there
  const last = rest.at(-1);
  return last ? `${first} ${[...last][0]}.` : first;
}

const figures = async (context: CallContext<typeof calls.partnerFigures>): Promise<CallReply<typeof calls.partnerFigures>> => {
  const { tx, session, services } = context;
  const id = publisherOf(session);
  const asked = { tenantId: session.tenantId, zone: session.timezone, now: services.now() };
  const counts = (await publisherFigures(tx, asked, [id])).get(id);
  const publisher: { name: string } | undefined = await tx.row(
    sql`select "name" from "publishers" where "tenant_id" = ${session.tenantId} and "id" = ${id} and "deleted_at" is null`,
  );
  if (!counts || !publisher) throw problem(404, 'This publisher does not exist.');
  const { leads_today, leads_month, accepted, duplicates, invalid: wrong, refused, enrolled, payable } = counts;
  const data = { leads_today, leads_month, accepted, duplicates, invalid: wrong, refused, enrolled, payable };
  return { data: { publisher: publisher.name, ...data } };
};

const proofRule: FileRule = {
  resource: 'publisher-deliveries',
  field: 'proof',
  title: 'Proof',
  kinds: {
    pdf: { mime: 'application/pdf', starts: [[0x25, 0x50, 0x44, 0x46]] },
    png: { mime: 'image/png', starts: [[0x89, 0x50, 0x4e, 0x47]] },
    jpg: { mime: 'image/jpeg', starts: [[0xff, 0xd8, 0xff]] },
    jpeg: { mime: 'image/jpeg', starts: [[0xff, 0xd8, 0xff]] },
  },
  bytes: 2 * 1024 * 1024,
};

const dispute = async (context: CallContext<typeof calls.partnerDispute>): Promise<CallReply<typeof calls.partnerDispute>> => {
  const { tx, session, services, params, body } = context;
  if (!body.text.trim()) throw invalid('text', 'Enter why you disagree');
  await delivererOf(tx, session.tenantId, publisherOf(session), 'whatever its status');
  const row = await deliveredRow(tx, session.tenantId, params['id'] ?? '', own(session));
  const id = disputedId(row);
  const proof = body.proof ? (await storeFile(body.proof, proofRule, context, id)).address : null;
  await raiseDispute(tx, session.tenantId, row, { id, text: body.text, proof, now: services.now() });
  await tellDeciders(tx, session, id);
  return { message: 'Dispute sent. You will find our answer here.' };
};

export const handlers: Handlers = {
  ...handle(calls.partnerLeads, list),
  ...handle(calls.partnerExport, exported),
  ...handle(calls.partnerStatement, statement),
  ...handle(calls.partnerFigures, figures),
  ...handle(calls.partnerDispute, dispute),
};
