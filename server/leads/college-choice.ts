import sql, { type Sql } from 'sql-template-tag';
import { applications } from '../../src/schemas/applications/applications';
import { mayDo } from '../../src/schemas/kit/access';
import type { LeadChannel } from '../../src/schemas/kit/lead-channels';
import { invalid, problem } from '../../src/schemas/kit/problem';
import type { Context } from '../context/context';
import { newId } from '../store/ids';
import { newLinkCode } from '../domain/link-code';

type Place = Pick<Context, 'tx' | 'session'>;

/** Where a college goes that is new on the shortlist: behind the others. The lead is locked. */
export async function lastPlace({ tx, session }: Place, leadId: string): Promise<number> {
  const { last }: { last: number } = await tx.one(
    sql`select coalesce(max("rank"), 0)::int as "last" from "lead_colleges"
        where "tenant_id" = ${session.tenantId} and "lead_id" = ${leadId} and "relation" = 'shortlisted' and "deleted_at" is null`,
    'shortlist-last',
  );
  return last + 1;
}

/** Moves one college of the shortlist; the others keep their order and close up. The lead is locked. */
export async function placeOnShortlist({ tx, session }: Place, leadId: string, id: string | number, rank: number): Promise<void> {
  const moved = await tx.row(
    sql`select "id" from "lead_colleges" where "tenant_id" = ${session.tenantId} and "id" = ${id} and "lead_id" = ${leadId}
          and "relation" = 'shortlisted' and "deleted_at" is null`,
  );
  if (!moved) throw problem(409, 'This college is no longer on the shortlist.');
  await tx.run(
    sql`with "others" as (
          select "id", row_number() over (order by "rank" nulls last, "id") as "at" from "lead_colleges"
          where "tenant_id" = ${session.tenantId} and "lead_id" = ${leadId} and "relation" = 'shortlisted' and "deleted_at" is null
            and "id" <> ${id}),
        "now" as (
          select "id", "at" + case when "at" >= ${rank}::int then 1 else 0 end as "rank" from "others"
          union all select ${id}::text, least(${rank}::int, (select count(*) + 1 from "others")))
        update "lead_colleges" h set "rank" = n."rank" from "now" n
        where h."tenant_id" = ${session.tenantId} and h."id" = n."id" and h."rank" is distinct from n."rank"`,
  );
}

/** The open form of the college `c` for this course, for those who may add an application; otherwise null. */
export const openForm = ({ session, services }: Pick<Context, 'session' | 'services'>, course: Sql): Sql =>
  mayDo(session, applications.access, 'create')
    ? sql`(select f."id" from "forms" f where f."tenant_id" = c."tenant_id" and f."college_id" = c."clg_id" and f."deleted_at" is null
        and f."published" and coalesce(f."status", 1) = 1 and ${at(services)} between coalesce(f."opens_at", '-infinity') and coalesce(f."closes_at", 'infinity')
        and (coalesce(f."course_ids", '[]'::jsonb) = '[]'::jsonb or f."course_ids" @> to_jsonb(${course}))
        order by coalesce(f."course_ids", '[]'::jsonb) @> to_jsonb(${course}) desc nulls last, f."id" limit 1)`
    : sql`null::text`;

const at = (services: Context['services']): Sql => sql`${services.now().toISOString()}::timestamptz`;

/**
 * The college was shared with the lead, which is locked: noted at its choice, or at a new recommendation. Answers the college's website
 * and the short link that leads there for this lead, so that it is known whether the lead opened it.
 */
export async function noteShared(
  { tx, session, services }: Place & Pick<Context, 'services'>,
  leadId: string,
  clgId: number,
  via: LeadChannel,
): Promise<ShareLink | null> {
  const { tenantId } = session;
  const college: { website: string | null; clg_name: string } | undefined = await tx.row(
    sql`select "website", "clg_name" from "colleges" where "tenant_id" = ${tenantId} and "clg_id" = ${clgId} and "deleted_at" is null
        and coalesce("status", 1) = 1`,
  );
  if (!college) throw invalid('clg_id', 'This college does not exist or is not active');
  const { website, clg_name: name } = college;
  const known: { share_code: string | null } | undefined = await tx.row(
    sql`select "share_code" from "lead_colleges"
        where "tenant_id" = ${tenantId} and "lead_id" = ${leadId} and "clg_id" = ${clgId} and "deleted_at" is null`,
  );
  const code = website ? await linkTo(website, name, known?.share_code ?? null, { tx, session }) : (known?.share_code ?? null);
  const changed = await tx.run(
    sql`update "lead_colleges" set "shared_at" = ${at(services)}, "shared_via" = ${via}, "share_code" = ${code}
        where "tenant_id" = ${tenantId} and "lead_id" = ${leadId} and "clg_id" = ${clgId} and "deleted_at" is null`,
  );
  if (!changed)
    await tx.run(
      sql`insert into "lead_colleges" ("tenant_id", "id", "lead_id", "clg_id", "relation", "chosen_by", "chosen_at", "shared_at",
            "shared_via", "share_code")
          values (${tenantId}, ${newId()}, ${leadId}, ${clgId}, 'recommended', ${session.userId || null}, ${at(services)}, ${at(services)},
            ${via}, ${code})`,
    );
  return website && code ? { website, link: `${services.config.publicUrl}/api/r/${code}` } : null;
}
export interface ShareLink {
  readonly website: string;
  readonly link: string;
}

/** The code of a short link to the website: the one of an earlier share, as long as it works, or a new one. */
async function linkTo(website: string, title: string, known: string | null, { tx, session }: Place): Promise<string> {
  const { tenantId, userId } = session;
  const kept = await tx.run(
    sql`update "short_urls" set "target_url" = ${website} where "tenant_id" = ${tenantId} and "code" = ${known}
          and "status" = 1 and "deleted_at" is null`,
  );
  if (kept && known) return known;
  const code = newLinkCode();
  await tx.run(
    sql`insert into "short_urls" ("tenant_id", "id", "target_url", "code", "title", "clicks", "status", "created_by", "updated_by")
        values (${tenantId}, ${newId()}, ${website}, ${code}, ${title.slice(0, 120)}, 0, 1, ${userId || null}, ${userId || null})`,
  );
  return code;
}

/** The lead opened the link of a share; the first time counts. */
export async function noteOpened(tx: Place['tx'], tenantId: string, code: string, openedAt: Date): Promise<void> {
  await tx.run(
    sql`update "lead_colleges" set "opened_at" = ${openedAt.toISOString()}::timestamptz
        where "tenant_id" = ${tenantId} and "share_code" = ${code} and "opened_at" is null and "deleted_at" is null`,
    'share-opened',
  );
}
