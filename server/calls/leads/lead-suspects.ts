import sql, { type Sql } from 'sql-template-tag';
import * as suspectCalls from '../../../src/schemas/calls/lead-suspects';
import { isVeiled } from '../../../src/schemas/kit/field-rules';
import { reasonFields, suspectReasonNames, type SuspectReason } from '../../../src/schemas/kit/lead-suspects';
import { invalid } from '../../../src/schemas/kit/problem';
import { leads } from '../../../src/schemas/leads/leads';
import { rulesOf, veilAs } from '../../catalogue/field-rules';
import type { Handlers } from '../../context/context';
import { ownerInScope } from '../../context/data-scope';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import type { Session } from '../../context/session';
import { reasonsFor, weightOf } from '../../domain/suspects';
import { leadOf } from '../../leads/lead-access';
import { queueCheck } from '../../leads/find-suspects';
import { newId } from '../../store/ids';
import { json } from '../../store/parameters';
import { iso } from './journey-parts';

const pageSize = 25;
const mostCounted = 1000;
type Pair = Omit<suspectCalls.SuspectPair, 'reasons'> & { reasons: SuspectReason[]; place: string };

async function list({
  tx,
  session,
  query,
}: CallContext<typeof suspectCalls.leadSuspectList>): Promise<CallReply<typeof suspectCalls.leadSuspectList>> {
  const { tenantId } = session;
  const from = sql`from "lead_suspects" s
    join "leads" a on a."tenant_id" = s."tenant_id" and a."id" = s."lead_id" and a."deleted_at" is null
    join "leads" b on b."tenant_id" = s."tenant_id" and b."id" = s."other_id" and b."deleted_at" is null
    where s."tenant_id" = ${tenantId} and s."state" = ${query.state} and s."deleted_at" is null
      and ${ownerInScope(session.scope, sql`a."user_id"`)} and ${ownerInScope(session.scope, sql`b."user_id"`)}
      and ${query.state === 'apart' ? sql`true` : tellable(session)}
      and ${query.reason ? sql`s."reasons" ? ${query.reason}::text` : sql`true`}`;
  if (query.reason && !isTold(session, query.reason)) throw invalid('reason', 'Your role does not see what this reason compares');
  const back = query.before !== undefined;
  const found: Pair[] = await tx.rows(sql`
    select ${leadOfPair(sql`a`)} as "one", ${leadOfPair(sql`b`)} as "other", s."reasons", s."weight" || '.' || s."id" as "place" ${from}
    and ${beyond(query.before ?? query.after, back)}
    order by ${back ? sql`s."weight", s."id"` : sql`s."weight" desc, s."id" desc`} limit ${pageSize + 1}`);
  const page = found.slice(0, pageSize);
  const rows = back ? page.toReversed() : page;
  const more = found.length > pageSize;
  const { count }: { count: number } = await tx.one(
    sql`select count(*)::int as "count" from (select 1 ${from} limit ${mostCounted}) n`,
  );
  const check: { state: string; finished_at: string | null } | undefined = await tx.row(sql`
    select "state", "finished_at" from "jobs" where "tenant_id" = ${tenantId} and "kind" = 'find-suspects' order by "created_at" desc, "id" desc limit 1`);
  const names = {
    name: 'name',
    phone: 'phone',
    email: 'email',
    city: 'city',
    owner_name: 'user_id',
    stage_name: 'last_callaction_btn_message',
  };
  return {
    data: rows.map(({ one, other, reasons }) => ({
      one: veilAs(leads, session, one, names),
      other: veilAs(leads, session, other, names),
      reasons: reasons.filter((reason) => isTold(session, reason)),
    })),
    more: {
      next: back || more ? (rows.at(-1)?.place ?? null) : null,
      previous: (back ? more : query.after !== undefined) ? (rows[0]?.place ?? null) : null,
      count,
      checked_at: check?.state === 'done' ? check.finished_at : null,
      running: check !== undefined && ['queued', 'running'].includes(check.state),
    },
  };
}

/** The pairs on one side of a place in the list. */
function beyond(place: string | undefined, back: boolean): Sql {
  if (place === undefined) return sql`true`;
  const [weight = '', id = ''] = place.split('.');
  const here = sql`(${Number(weight)}::int, ${id}::text)`;
  return back ? sql`(s."weight", s."id") > ${here}` : sql`(s."weight", s."id") < ${here}`;
}

const leadOfPair = (
  of: Sql,
): Sql => sql`jsonb_build_object('id', ${of}."id", 'name', ${of}."name", 'phone', ${of}."phone", 'email', ${of}."email",
  'city', ${of}."city", 'stage_name', ${of}."last_callaction_btn_message", 'created_at', ${iso(sql`${of}."created_at"`)},
  'owner_name', (select u."name" from "users" u where u."tenant_id" = ${of}."tenant_id" and u."id" = ${of}."user_id"))`;

/** A reason would confirm a guess of a value that this role does not see. */
export function isTold(session: Session, reason: SuspectReason): boolean {
  const rules = rulesOf(leads, session);
  return !reasonFields[reason].some((field) => isVeiled(rules.get(field)));
}
function tellable(session: Session): Sql {
  const told = suspectReasonNames.filter((reason) => isTold(session, reason) && reason !== 'other_name');
  return sql`s."reasons" ?| ${told}::text[]`;
}

/** Both leads are in the person's reach (D-023). */
async function apart(context: CallContext<typeof suspectCalls.leadsApart>): Promise<CallReply<typeof suspectCalls.leadsApart>> {
  const { tx, session, body } = context;
  if (body.lead_id === body.other_id) throw invalid('other_id', 'Choose two different leads');
  const [first = '', second = ''] = [body.lead_id, body.other_id].sort();
  const reasons = reasonsFor(await leadOf(context, first), await leadOf(context, second));
  const state = body.apart ? 'apart' : 'open';
  await tx.run(sql`
    insert into "lead_suspects" ("tenant_id", "id", "lead_id", "other_id", "reasons", "weight", "state")
    values (${session.tenantId}, ${newId()}, ${first}, ${second}, ${json(reasons)}::jsonb, ${weightOf(reasons)}::int, ${state})
    on conflict ("tenant_id", "lead_id", "other_id") where "deleted_at" is null do update set "state" = ${state}`);
  return { message: body.apart ? 'Noted: these are two people.' : 'The leads are possible duplicates again.' };
}

async function check({
  tx,
  session,
  services,
  afterCommit,
}: CallContext<typeof suspectCalls.leadSuspectCheck>): Promise<CallReply<typeof suspectCalls.leadSuspectCheck>> {
  const id = await queueCheck(tx, services.jobs, session);
  afterCommit(() => services.jobs.wake());
  return { message: 'All leads are being compared.', data: { job_id: id } };
}

export const handlers: Handlers = {
  ...handle(suspectCalls.leadSuspectList, list),
  ...handle(suspectCalls.leadsApart, apart),
  ...handle(suspectCalls.leadSuspectCheck, check),
};
