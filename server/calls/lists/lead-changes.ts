import sql, { empty } from 'sql-template-tag';
import type { BulkChanged } from '../../../src/schemas/calls/bulk-changes';
import { leadUnmerge } from '../../../src/schemas/calls/lead-merge';
import { leadUploadUndo } from '../../../src/schemas/calls/lead-uploads';
import { mayDo } from '../../../src/schemas/kit/access';
import { unmergeHours } from '../../../src/schemas/kit/lead-merge';
import { isAdministrator } from '../../../src/schemas/kit/roles';
import { leads } from '../../../src/schemas/leads/leads';
import { veilAs } from '../../catalogue/field-rules';
import type { Context } from '../../context/context';
import { leadInScope } from '../../context/data-scope';
import { importUndoHours } from '../../imports/lead-undo';

interface Asked {
  readonly id?: string | undefined;
  readonly before?: string | undefined;
  readonly days: number;
  readonly limit: number;
}
interface Row {
  readonly id: string;
  readonly by: string | null;
  readonly created_at: string;
  readonly changed: number;
  readonly about: string | null;
}
interface ImportRow extends Row {
  readonly state: BulkChanged['state'];
  readonly total: number | null;
  readonly message: string | null;
  readonly finished_at: string | null;
  readonly record: string;
  readonly undo_id: string | null;
  readonly undo_state: BulkChanged['state'] | null;
  readonly undone: number;
  readonly kept: number;
}
interface MergeRow extends Row {
  readonly is_undone: boolean;
}
type By = Pick<Context, 'tx' | 'session' | 'services'>;

const nothing = {
  resource: leads.name,
  values: null,
  labels: {},
  skipped: 0,
  total: null,
  message: null,
  undo_until: null,
  undo: null,
} as const;
/** It ended and was not taken back, or its undo stopped before the end. */
const isOpen = ({ record, undo_state: undo }: ImportRow): boolean =>
  ['done', 'cancelled', 'failed'].includes(record) || (record === 'undoing' && undo === 'failed');
const untilOf = (from: string, hours: number, now: Date): string | null => {
  const until = Date.parse(from) + hours * 3_600_000;
  return until > now.getTime() ? new Date(until).toISOString() : null;
};
const own = ({ session }: By, by: ReturnType<typeof sql>) => sql`(${isAdministrator(session)} or ${by} = ${session.userId})`;

/** Imports of leads: what they changed is kept line by line, and their undo is a job of its own. */
export async function leadImports(context: By, { id, before, days, limit }: Asked): Promise<BulkChanged[]> {
  const { tx, session, services } = context;
  const rows: ImportRow[] = await tx.rows(sql`
    select j."id", u."name" as "by", j."created_at", j."state", j."total", j."message", j."finished_at", i."state" as "record",
      i."file_name" as "about", (coalesce(i."created", 0) + coalesce(i."updated", 0) + coalesce(i."re_enquiries", 0))::int as "changed",
      coalesce(i."undone", 0)::int as "undone", coalesce(i."undo_kept", 0)::int as "kept", o."id" as "undo_id", o."state" as "undo_state"
    from "jobs" j join "imports" i on i."tenant_id" = j."tenant_id" and i."job_id" = j."id"
    left join "jobs" o on o."tenant_id" = j."tenant_id" and o."id" = i."undo_job_id"
    left join "users" u on u."tenant_id" = j."tenant_id" and u."id" = j."created_by"
    where j."tenant_id" = ${session.tenantId} and j."kind" = 'lead-import' and j."deleted_at" is null and ${own(context, sql`j."created_by"`)}
      and j."created_at" > now() - make_interval(days => ${days}::int)
      ${id ? sql`and j."id" = ${id}` : empty} ${before ? sql`and j."id" < ${before}` : empty}
    order by j."id" desc limit ${limit}`);
  const mayUndo = mayDo(session, leadUploadUndo.access, 'update');
  return rows.map((row) => ({
    ...nothing,
    job_id: row.id,
    kind: 'lead-import',
    action: 'import',
    done_word: null,
    about: row.about && `from ${row.about}`,
    state: row.state,
    changed: row.changed,
    total: row.total,
    message: row.state === 'failed' ? row.message : null,
    by: row.by,
    created_at: row.created_at,
    undo_until:
      mayUndo && row.changed > 0 && row.finished_at && isOpen(row)
        ? untilOf(row.finished_at, importUndoHours, services.now())
        : null,
    undo:
      row.undo_id !== null && row.undo_state !== null
        ? { job_id: row.undo_id, state: row.undo_state, changed: row.undone, skipped: row.kept }
        : null,
  }));
}

/** Merges of leads, one for each step; the lead that stayed is named to those who see it. */
export async function leadMerges(context: By, { id, before, days, limit }: Asked): Promise<BulkChanged[]> {
  const { tx, session, services } = context;
  const rows: MergeRow[] = await tx.rows(sql`
    select g.*, u."name" as "by", l."name" as "about" from (
      select coalesce(m."group_id", m."id") as "id", min(m."created_by") as "created_by", min(m."created_at") as "created_at",
        min(m."kept_id") as "kept_id", count(*)::int + 1 as "changed", bool_and(m."state" = 'undone') as "is_undone"
      from "lead_merges" m where m."tenant_id" = ${session.tenantId} and m."deleted_at" is null and ${own(context, sql`m."created_by"`)}
        and m."created_at" > now() - make_interval(days => ${days}::int)
      group by 1) g
    left join "leads" l on l."tenant_id" = ${session.tenantId} and l."id" = g."kept_id" and ${leadInScope(session.scope, sql`l."user_id"`, sql`l."id"`)}
    left join "users" u on u."tenant_id" = ${session.tenantId} and u."id" = g."created_by"
    where true ${id ? sql`and g."id" = ${id}` : empty} ${before ? sql`and g."id" < ${before}` : empty}
    order by g."id" desc limit ${limit}`);
  const mayUndo = mayDo(session, leadUnmerge.access, 'update');
  return rows.map((row) => {
    const { about } = veilAs(leads, session, { about: row.about }, { about: 'name' });
    return {
      ...nothing,
      job_id: row.id,
      kind: 'lead-merge',
      action: 'act',
      done_word: 'Merged',
      about: about ? `into ${about}` : null,
      state: 'done',
      changed: row.changed,
      by: row.by,
      created_at: row.created_at,
      undo_until: mayUndo && !row.is_undone ? untilOf(row.created_at, unmergeHours, services.now()) : null,
      undo: row.is_undone ? { job_id: row.id, state: 'done', changed: row.changed, skipped: 0 } : null,
    };
  });
}
