import sql, { empty, join, type Sql } from 'sql-template-tag';
import * as leadsCalls from '../../../src/schemas/calls/leads';
import { recordIn, recordsIn } from '../../../src/schemas/kit/is-record';
import type { JourneyEntry, JourneyFile, JourneyKind } from '../../../src/schemas/kit/lead-journey';
import { invalid } from '../../../src/schemas/kit/problem';
import { applications } from '../../../src/schemas/applications/applications';
import { documentVerifications } from '../../../src/schemas/applications/document-verifications';
import { payments } from '../../../src/schemas/applications/payments';
import { isVeiled } from '../../../src/schemas/kit/field-rules';
import { refOf, type AnyResource, type AnyRow } from '../../../src/schemas/kit/resource';
import { leadColleges } from '../../../src/schemas/leads/lead-colleges';
import { notes } from '../../../src/schemas/leads/notes';
import { virtualMeetings } from '../../../src/schemas/leads/virtual-meetings';
import { whatsappMessages } from '../../../src/schemas/marketing/whatsapp-messages';
import { callActions } from '../../../src/schemas/leads/call-actions';
import { calls } from '../../../src/schemas/leads/calls';
import { followUps } from '../../../src/schemas/leads/follow-ups';
import { leadCaptures } from '../../../src/schemas/leads/lead-captures';
import { leadOwnerHistory } from '../../../src/schemas/leads/lead-owner-history';
import { leads } from '../../../src/schemas/leads/leads';
import { rulesOf, veilChange, veilAs } from '../../catalogue/field-rules';
import { labelsIn } from '../../catalogue/references';
import { withAddresses } from '../../catalogue/file-fields';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { leadToRead } from '../../leads/lead-access';
import type { Session } from '../../context/session';
import type { Fill } from '../../domain/placeholders';
import { htmlText } from '../../domain/html-text';
import { veiledError, veiledText } from './masked-text';
import { told } from './journey-activity';
import { journeyBranches } from './journey-branches';

interface JourneyRow {
  readonly kind: JourneyKind;
  readonly id: string;
  readonly at: string;
  readonly user_id: string | null;
  readonly user_name: string | null;
  readonly detail: AnyRow;
}
/** One statement: each kind of entry gives its newest ones before the cursor, the newest of all are answered. */
const journey = async (
  context: CallContext<typeof leadsCalls.leadJourney>,
): Promise<CallReply<typeof leadsCalls.leadJourney>> => {
  const { tx, session, params, query } = context;
  const lead = await leadToRead(context, params['id']!);
  const limit = query.limit;
  const cursor = cursorOf(query.before);
  const wheres = [
    ...(cursor ? [sql`("at", "id") < (${cursor.at}::timestamptz, ${cursor.id}::text)`] : []),
    ...(query.person ? [sql`"user_id" = ${query.person}`] : []),
  ];
  const branches = journeyBranches({ session, leadId: lead.id, group: query.group }, query);
  if (!branches.length) return { data: [], more: { next: null } };

  const branch = (select: Sql): Sql =>
    sql`(select * from (${select}) as "entry" ${wheres.length ? sql`where ${join(wheres, ' and ')}` : empty}
      order by "at" desc, "id" desc limit ${limit + 1})`;
  const rows = await tx.rows<JourneyRow>(
    sql`select e."kind", e."id", e."at", e."user_id", u."name" as "user_name", e."detail"
        from (${join(
          branches.map(({ select }) => branch(select)),
          ' union all ',
        )}) as e
        left join "users" u on u."tenant_id" = ${session.tenantId} and u."id" = e."user_id"
        order by e."at" desc, e."id" desc limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  await nameReferences(page, context);
  return {
    data: page.map((row) => entryOf(row, context)),
    more: { next: rows.length > limit && last ? `${last.at}|${last.id}` : null },
  };
};

function cursorOf(before: string | undefined): { at: string; id: string } | undefined {
  if (!before) return undefined;
  const [at, id] = before.split('|');
  if (!at || !id || Number.isNaN(Date.parse(at))) throw invalid('before', 'This page of the history does not exist');
  return { at, id };
}

function entryOf({ kind, id, at, user_id, user_name, detail }: JourneyRow, context: Context): JourneyEntry {
  const { services, session } = context;
  const { actor, ...more }: AnyRow = detail; // a rule, a workflow or an API key
  if (kind === 'call') Object.assign(more, withAddresses(calls, { recording_url: detail['recording_url'] }, context));
  if (kind === 'message') Object.assign(more, messageShown(session, detail));
  const { of, also } = recordKinds[kind];
  if (of) Object.assign(more, veilAs(of, session, more, { ...ownNames(of), ...also }));
  if (kind === 'call_action')
    more['files'] = recordsIn(more['files']).map((file): JourneyFile => ({
      name: String(file['name']),
      url: services.files.address(String(file['id']), session.tenantId, session.userId),
    }));
  if (kind === 'field_change') {
    const [old, now] = [veilChange(leads, session, recordIn(detail['old'])), veilChange(leads, session, recordIn(detail['new']))];
    const rules = rulesOf(leads, session);
    more['changes'] = Object.keys(now)
      .filter((field) => told.includes(field) && rules.get(field) !== 'hidden')
      .map((field) => ({ field, old: old[field] ?? null, new: now[field] ?? null }));
    delete more['old'];
    delete more['new'];
  }
  return { kind, id, at, user_id, user_name: actor ?? user_name ?? null, ...more } as JourneyEntry;
}

/** The names of the references that were changed, in each change of fields: one statement for all. */
async function nameReferences(page: readonly JourneyRow[], context: Context): Promise<void> {
  const rules = rulesOf(leads, context.session);
  const fields = told.filter((field) => refOf(leads, field) && !isVeiled(rules.get(field)));
  const changes = page
    .filter(({ kind }) => kind === 'field_change')
    .map(({ detail }) => detail)
    .filter((detail) => fields.some((field) => Object.hasOwn(recordIn(detail['new']), field)));
  const values = changes.flatMap((detail) => [detail['old'], detail['new']]);
  const labels = await labelsIn(leads, values, fields, context);
  for (const [at, detail] of changes.entries()) detail['labels'] = { old: labels[2 * at], new: labels[2 * at + 1] };
}

/** A message without the HTML around it, and without the lead's values that this role must not see. */
function messageShown(session: Session, message: object): object {
  const { html, direction, subject, text, error, fills, subject_fills } = recordIn(message);
  const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const body = veiledText(session, textIn(text), direction === 'in' ? [] : fillsIn(fills));
  return {
    html: undefined,
    fills: undefined,
    subject_fills: undefined,
    subject: veiledText(session, textIn(subject), fillsIn(subject_fills)),
    text: html === true && body !== null ? htmlText(body) : body,
    error: veiledError(session, textIn(error)),
  };
}

const fillsIn = (value: unknown): Fill[] | null =>
  Array.isArray(value)
    ? recordsIn(value).map(({ field, at, length }) => ({ field: String(field), at: Number(at), length: Number(length) }))
    : null;

/** Every field of the record that an entry shows by its own name. */
const ownNames = ({ fields }: AnyResource): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(fields.properties).map((name) => [name, name]));

/**
 * The record whose rules of roles an entry follows, as that record's own list does, and what of it has another name here. The
 * fields of a `field_change` are the lead's and are veiled one by one.
 */
const recordKinds: Readonly<
  Record<JourneyKind, { readonly of?: AnyResource; readonly also?: Readonly<Record<string, string>> }>
> = {
  call_action: { of: callActions, also: { clg_name: 'clg_id' } },
  capture: { of: leadCaptures, also: { source_id: 'source', source_name: 'source', clg_name: 'clg_id' } },
  follow_up_added: { of: followUps, also: { for_user_name: 'user_id' } },
  follow_up_done: { of: followUps },
  call: { of: calls },
  owner_change: {
    of: leadOwnerHistory,
    also: { from_user_name: 'from_user_id', to_user_name: 'to_user_id' },
  },
  field_change: {},
  merge: { of: leads, also: { lost_name: 'name' } },
  message: { of: whatsappMessages },
  note: { of: notes },
  application: { of: applications, also: { old: 'state' } },
  document: { of: documentVerifications },
  payment: { of: payments },
  meeting: { of: virtualMeetings, also: { with_name: 'user_id', old: 'state' } },
  college: { of: leadColleges, also: { clg_name: 'clg_id' } },
};

export const handlers: Handlers = {
  ...handle(leadsCalls.leadJourney, journey),
};
