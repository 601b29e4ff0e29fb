import sql from 'sql-template-tag';
import { claimedReason, noteDelivery } from '../leads/deliver';
import { answerDispute, deliveredRow, raiseDispute } from '../leads/dispute-delivery';
import type { Tx } from '../store/store';
import type { Office } from './lead-rows';
import { day, iso } from './office-hours';
import type { Chance } from './random';
import { writeRows } from './write-rows';

interface Sample {
  readonly source: string;
  readonly code: string;
  readonly contact_name: string;
  readonly cost_per_lead: number;
  readonly pricing: 'per_lead' | 'per_enrolment';
  readonly daily_cap: number;
  readonly dedupe_days: number;
}
/** The portals among the sources of a demo tenant, with the terms of each. */
const samples: readonly Sample[] = [
  {
    source: 'Shiksha',
    code: 'SHK',
    contact_name: 'Nikhil Anand',
    cost_per_lead: 180,
    pricing: 'per_lead',
    daily_cap: 40,
    dedupe_days: 90,
  },
  {
    source: 'CollegeDunia',
    code: 'CDN',
    contact_name: 'Ritika Sen',
    cost_per_lead: 140,
    pricing: 'per_lead',
    daily_cap: 30,
    dedupe_days: 60,
  },
  {
    source: 'CollegeDekho',
    code: 'CDK',
    contact_name: 'Imran Qureshi',
    cost_per_lead: 4500,
    pricing: 'per_enrolment',
    daily_cap: 20,
    dedupe_days: 90,
  },
  {
    source: 'JustDial',
    code: 'JDL',
    contact_name: 'Leena Pais',
    cost_per_lead: 60,
    pricing: 'per_lead',
    daily_cap: 15,
    dedupe_days: 30,
  },
];

/**
 * The publishers of a demo tenant. What they delivered are the enquiries that came from their source, judged by the duplicate window
 * as a delivery is; some duplicates are disputed, and some deliveries were refused. Their figures are counted of these rows.
 */
export async function seedPublishers(tx: Tx, { seed }: Office, of: string, now: number, luck: Chance): Promise<void> {
  const { tenantId } = seed;
  for (const { source, ...terms } of of === 'northstar' ? samples : samples.slice(0, 1)) {
    const id = luck.id(now);
    const written = iso(now - 200 * day);
    const name = `${source} Media`;
    const email = `leads@${terms.code.toLowerCase()}.example`;
    const row = {
      id,
      name,
      email,
      source_id: seed.sources.get(source),
      status: 1,
      created_at: written,
      updated_at: written,
      ...terms,
    };
    await writeRows(tx, tenantId, 'publishers', [row]);
    await writeDeliveries(tx, tenantId, id);
    await refuseSome(tx, tenantId, id, now, luck);
    await disputeSome(tx, tenantId, id, now);
  }
}

async function writeDeliveries(tx: Tx, tenantId: string, id: string): Promise<void> {
  const window: { dedupe_days: number } = await tx.one(
    sql`select "dedupe_days"::int as "dedupe_days" from "publishers" where "tenant_id" = ${tenantId} and "id" = ${id}`,
  );
  await tx.run(sql`
    insert into "publisher_deliveries" ("tenant_id", "id", "publisher_id", "lead_id", "state", "reason", "sent_name", "sent_phone", "sent_email",
      "delivered_at", "created_at", "updated_at")
    select c."tenant_id", c."id", p."id", l."id", case when x."claimed" then 'duplicate' else 'accepted' end,
      case when x."claimed" then ${claimedReason(window)} end, l."name", l."phone", l."email", c."created_at", c."created_at", c."created_at"
    from "publishers" p join "lead_captures" c on c."tenant_id" = p."tenant_id" and c."source" = p."source_id"
      join "leads" l on l."tenant_id" = c."tenant_id" and l."id" = c."lead_id"
      cross join lateral (select exists (select from "lead_captures" e where e."tenant_id" = c."tenant_id" and e."lead_id" = c."lead_id"
        and e."created_at" < c."created_at" and e."created_at" > c."created_at" - make_interval(days => ${window.dedupe_days}::int)) as "claimed") x
    where p."tenant_id" = ${tenantId} and p."id" = ${id}`);
  await tx.run(sql`
    update "leads" l set "publisher_id" = ${id} from "lead_captures" c, "publishers" p
    where l."tenant_id" = ${tenantId} and p."tenant_id" = ${tenantId} and p."id" = ${id}
      and c."tenant_id" = l."tenant_id" and c."lead_id" = l."id" and c."source" = p."source_id" and not coalesce(c."is_re_enquiry", false)`);
}

const refused = [
  { sent: { name: 'Test Test', phone: '12345' }, state: 'invalid', reason: 'Phone is not in the expected format' },
  { sent: { name: 'Kavya', email: 'kavya@mail' }, state: 'invalid', reason: 'Email must be a valid email address' },
  {
    sent: { name: 'Rohit Malhotra', phone: '9000012345' },
    state: 'refused',
    reason: 'This publisher has reached its daily lead limit.',
  },
] as const;
async function refuseSome(tx: Tx, tenantId: string, publisherId: string, now: number, luck: Chance): Promise<void> {
  for (const one of refused) {
    const at = new Date(now - luck.whole(1, 30) * day);
    await noteDelivery(tx, tenantId, { publisherId, ...one, at, id: luck.id(at.getTime()) });
  }
}

/** The latest duplicates of earlier days: one waits for an answer, one was agreed, one declined. */
async function disputeSome(tx: Tx, tenantId: string, publisherId: string, now: number): Promise<void> {
  const rows: { id: string }[] = await tx.rows(sql`
    select "id" from "publisher_deliveries" where "tenant_id" = ${tenantId} and "publisher_id" = ${publisherId} and "state" = 'duplicate'
      and "delivered_at" < ${iso(now - 3 * day)}::timestamptz order by "delivered_at" desc, "id" limit ${answers.length}`);
  for (const [at, { id }] of rows.entries()) {
    const given = answers[at]!;
    const text = 'The student filled in our form for the first time.';
    await raiseDispute(tx, tenantId, await deliveredRow(tx, tenantId, id), {
      id,
      text,
      proof: null,
      now: new Date(now - 2 * day),
    });
    if (given) await answerDispute(tx, tenantId, await deliveredRow(tx, tenantId, id), given);
  }
}
const answers = [
  null,
  { agreed: true, answer: 'You are right: the earlier enquiry was about another sibling.' },
  { agreed: false, answer: 'We had this enquiry from our own site two weeks before.' },
] as const;
