import sql from 'sql-template-tag';
import { ringsForSeconds, type LiveCall } from '../../src/schemas/kit/live-call';
import { calls } from '../../src/schemas/leads/calls';
import { resourceNamed } from '../../src/schemas/kit/all';
import { leadRecords } from '../../src/schemas/kit/named-resources';
import { veilAs } from '../catalogue/field-rules';
import type { Context } from '../context/context';
import { offeredTo } from '../leads/missed-calls';
import { seesLead } from '../context/data-scope';

/** A call whose end was never reported is no longer shown after this long. */
const longestHours = 4;

interface Row {
  readonly id: string;
  readonly lead_id: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly owner: string | null;
  readonly state: LiveCall['state'];
  readonly note: string | null;
  readonly at: string;
  readonly answered_at: string | null;
  readonly on_hold: boolean;
  readonly muted: boolean;
}

/**
 * The incoming calls of this user that ring or are talked on, oldest first, no clearer than their role sees leads (TRUST-S4): for a
 * browser that opened, or came back, after they were announced.
 */
export async function liveCallsOf({ tx, session, services }: Pick<Context, 'tx' | 'session' | 'services'>): Promise<LiveCall[]> {
  const before = (seconds: number): string => new Date(services.now().getTime() - seconds * 1000).toISOString();
  const rows = await tx.rows<Row>(
    sql`select c."id", l."id" as "lead_id", l."name", l."email", c."phone", l."user_id" as "owner", c."note", c."started_at" as "at", c."answered_at", c."state" = 'on_hold' as "on_hold", coalesce(c."muted", false) as "muted",
          case when c."state" = 'ringing' then 'ringing' else 'answered' end as "state"
        from "calls" c left join "leads" l on l."tenant_id" = c."tenant_id" and l."id" = c."lead_id" and l."deleted_at" is null
        where c."tenant_id" = ${session.tenantId} and ${offeredTo(session, sql`c`)} and c."direction" = 'inbound' and c."deleted_at" is null
          and (c."state" = 'ringing' and c."started_at" > ${before(ringsForSeconds)}::timestamptz
            or c."state" in ('answered', 'on_hold') and c."started_at" > ${before(longestHours * 3600)}::timestamptz)
        order by c."started_at" limit 20`,
    'live-calls',
  );
  const live: LiveCall[] = [];
  for (const row of rows) {
    const { id, lead_id, owner, state, note, at, answered_at, on_hold, muted, ...contact } = row;
    const seen = lead_id !== null && (await seesLead(tx, session.scope, { id: lead_id, user_id: owner }));
    const shown = seen ? contact : { name: null, email: null, phone: lead_id === null ? contact.phone : null };
    const named = veilAs(resourceNamed(leadRecords), session, shown, { name: 'name', email: 'email' });
    const caller = veilAs(calls, session, named, { phone: 'phone' });
    const requestBody = { id: seen ? lead_id : null, ...caller, user_id: session.userId };
    // what was written about someone else's lead stays with the call
    const own = seen || lead_id === null ? veilAs(calls, session, { note }, { note: 'note' }).note : null;
    live.push({ call_id: id, at: new Date(at).toISOString(), state, answered_at, on_hold, muted, note: own, requestBody });
  }
  return live;
}

/** The calls that this user placed, or that the dialer placed for them, which ring or are talked on. */
export async function placedCallsOf({ tx, session, services }: Pick<Context, 'tx' | 'session' | 'services'>): Promise<string[]> {
  const since = new Date(services.now().getTime() - longestHours * 3_600_000).toISOString();
  const rows = await tx.rows<{ id: string }>(
    sql`select "id" from "calls" where "tenant_id" = ${session.tenantId} and "user_id" = ${session.userId} and "direction" = 'outbound'
          and "state" in ('ringing', 'answered', 'on_hold') and "deleted_at" is null and "started_at" > ${since}::timestamptz limit 20`,
    'placed-calls',
  );
  return rows.map(({ id }) => id);
}
