import sql from 'sql-template-tag';
import { leadRefer } from '../../../src/schemas/calls/lead-referrals';
import { mayDo } from '../../../src/schemas/kit/access';
import { isRecord } from '../../../src/schemas/kit/is-record';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import { leadReferrals } from '../../../src/schemas/leads/lead-referrals';
import type { leads } from '../../../src/schemas/leads/leads';
import { columnsOf } from '../../catalogue/rows';
import { isInScope } from '../../context/data-scope';
import type { ActValues, BulkAct } from '../../context/hooks';
import { actingOf } from '../../leads/acting';
import { answerReferral, lockReferredLead } from '../../leads/answer-referral';
import { leadOf, notYourLead } from '../../leads/lead-access';
import { alreadyAsked, alreadyTheirs, referLeads, takersOf, tellReferred, waitingLeads, type Referral } from '../../leads/refer';
import { textIn, textsIn } from './act-values';

/** A notification names so many leads; the list behind it shows the others too. */
const mostNamed = 1000;

/** Asks colleagues to take the leads, several by round robin; each hears of it once, when all are asked. */
export const referAct: BulkAct<typeof leads> = {
  done: 'Referred',
  undoes: 'own',
  may: (session) => mayDo(session, leadRefer.access, 'create'),
  async check(values, context) {
    const people = textsIn(values, 'to_user_ids', 50);
    if (!people.length) throw invalid('to_user_ids', 'Choose at least one user');
    await takersOf(actingOf(context), people, 'to_user_ids');
    const note = textIn(values, 'note', 500);
    return { to_user_ids: people, ...(note === undefined ? {} : { note }) };
  },
  async run(row, values, context, { memo }) {
    const lead = await leadOf(context, row.id, 'lock');
    const asked = (id: string): unknown[] => (Array.isArray(memo[id]) ? memo[id] : []);
    const free = textsIn(values, 'to_user_ids', 50).filter((id) => id !== lead.user_id);
    const to = free.toSorted((a, b) => countIn(memo, a) - countIn(memo, b))[0];
    if (to === undefined) throw problem(409, alreadyTheirs);
    const said = { note: textIn(values, 'note', 500) ?? '', asker: context.session, tells: false };
    await referLeads(actingOf(context), [lead], [to], said);
    memo[to] = [...asked(to), lead.id].slice(0, mostNamed);
    memo[`count of ${to}`] = countIn(memo, to) + 1;
    return { before: { to_user_id: to }, after: null };
  },
  async refusals(rows, values, context) {
    const people = textsIn(values, 'to_user_ids', 50);
    const asked = await waitingLeads(
      actingOf(context),
      rows.map(({ id }) => id),
    );
    return rows.map(({ id, user_id }) => {
      if (!isInScope(context.session.scope, user_id ?? null)) return notYourLead;
      if (people.every((person) => person === user_id)) return alreadyTheirs;
      return asked.has(id) ? alreadyAsked : null;
    });
  },
  async end(values, context, memo) {
    const said = { note: textIn(values, 'note', 500) ?? '', asker: context.session.name };
    for (const to of textsIn(values, 'to_user_ids', 50)) {
      const ids = memo[to];
      if (Array.isArray(ids) && ids.length) await tellReferred(actingOf(context), to, ids.map(String), said);
    }
  },
  /** Takes the question back, where it has not been answered. */
  async undo(row, before, context) {
    const { tx, session } = context;
    const to = isRecord(before) ? before['to_user_id'] : undefined;
    const open = await tx.row<Referral>(
      sql`select ${columnsOf(leadReferrals)} from "lead_referrals" where "tenant_id" = ${session.tenantId} and "lead_id" = ${row.id}
          and "to_user_id" = ${String(to)} and "created_by" = ${session.userId} and "state" = 'pending' and "deleted_at" is null
          limit 1 for update`,
    );
    if (!open) throw problem(409, 'It has been answered since.');
    const acting = actingOf(context);
    const about = await lockReferredLead(acting, open.id);
    await answerReferral(acting, open, about, { state: 'cancelled', reason: '', answeredBy: session.name });
  },
};

const countIn = (memo: Readonly<ActValues>, id: string): number => Number(memo[`count of ${id}`] ?? 0);
