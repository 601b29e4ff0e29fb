import sql from 'sql-template-tag';
import type { FieldChange, leadFieldHistory } from '../../../src/schemas/calls/lead-page';
import { isVeiled } from '../../../src/schemas/kit/field-rules';
import { recordIn } from '../../../src/schemas/kit/is-record';
import { refOf } from '../../../src/schemas/kit/resource';
import { leads } from '../../../src/schemas/leads/leads';
import { rulesOf, veilChange } from '../../catalogue/field-rules';
import { labelsIn } from '../../catalogue/references';
import type { CallContext, CallReply } from '../../context/handle';
import { leadToRead } from '../../leads/lead-access';

/** Fields of a lead by name. */
type Values = { readonly [field: string]: unknown };
interface Change {
  readonly at: string;
  readonly by_name: string | null;
  readonly old: Values;
  readonly new: Values;
}
/** What the profile shows of a lead. */
const shown: readonly string[] = [
  ...(leads.groups ?? []).flatMap(({ fields }) => fields),
  'academics',
  'entrance_exams',
  'guardian',
  'custom',
];
/** Changes of a lead that are looked at, newest first. */
const most = 300;

/** From the audit trail, under the field rules of the role, as the lead itself. */
export async function fieldHistory(context: CallContext<typeof leadFieldHistory>): Promise<CallReply<typeof leadFieldHistory>> {
  const { tx, session, params } = context;
  const lead = await leadToRead(context, params['id'] ?? '');
  const rules = rulesOf(leads, session);
  const fields = shown.filter((field) => rules.get(field) !== 'hidden');
  const changes: Change[] = await tx.rows(
    sql`select a."at", coalesce(u."name", a."reason") as "by_name", a."old", a."new" from "audit" a
        left join "users" u on u."tenant_id" = a."tenant_id" and u."id" = a."user_id"
        where a."tenant_id" = ${session.tenantId} and a."table_name" = 'leads' and a."row_key" = ${lead.id} and a."op" = 'update'
          and a."new" ?| ${fields}::text[]
        order by a."at" desc, a."seq" desc limit ${most}`,
    'lead-field-history',
  );
  const named = fields.filter((field) => refOf(leads, field) && !isVeiled(rules.get(field)));
  const labels = await labelsIn(
    leads,
    changes.flatMap((change) => [change.old, change.new]),
    named,
    context,
  );
  const data = changes.flatMap(({ at, by_name, ...change }, index) => {
    const [old, now] = [veilChange(leads, session, change.old), veilChange(leads, session, change.new)];
    return fields
      .filter((field) => Object.hasOwn(now, field))
      .flatMap((field): FieldChange[] => {
        const label = (of: 0 | 1) => labels[2 * index + of]?.[field] ?? null;
        const told = { at, by_name, old_label: label(0), new_label: label(1) };
        if (field !== 'custom') return [{ ...told, field, old: old[field] ?? null, new: now[field] ?? null }];
        return customChanges(recordIn(old[field]), recordIn(now[field])).map((one) => ({ ...told, ...one }));
      });
  });
  return { data };
}

/** The custom fields are one object in the database; each has a history of its own. */
const customChanges = (old: Values, now: Values): Pick<FieldChange, 'field' | 'old' | 'new'>[] =>
  [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((key) => JSON.stringify(old[key] ?? null) !== JSON.stringify(now[key] ?? null))
    .map((key) => ({ field: `custom.${key}`, old: old[key] ?? null, new: now[key] ?? null }));
