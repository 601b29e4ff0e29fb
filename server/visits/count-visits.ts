import sql, { type Sql } from 'sql-template-tag';
import type { Traffic, TrafficBy, TrafficNumbers } from '../../src/schemas/calls/marketing-figures';
import { ownerInScope } from '../context/data-scope';
import type { DataScope } from '../context/session';
import type { Tx } from '../store/store';

export interface VisitsAsked {
  readonly tenantId: string;
  readonly zone: string;
  /** Whose leads the reader can open: a visit counts as converted by these. */
  readonly scope: DataScope;
  /** First instant, and the first one after. */
  readonly from: Date;
  readonly to: Date;
  readonly site?: string | undefined;
}
/** Without the leads, which are a measure (server/measures). */
export type VisitNumbers = Omit<TrafficNumbers, 'leads'>;
export interface VisitCounts extends Pick<Traffic, 'funnel' | 'days'> {
  readonly total: VisitNumbers;
  /** Null: not set. */
  readonly rows: ReadonlyMap<string | null, VisitNumbers>;
}

const columns: Readonly<Partial<Record<TrafficBy, Sql>>> = {
  channel: sql`v."channel"`,
  source: sql`lower(v."utm_source")`,
  medium: sql`lower(v."utm_medium")`,
  campaign: sql`lower(v."utm_campaign")`,
  device: sql`v."device"`,
  site: sql`v."site_id"`,
};
type Row = VisitNumbers & { readonly day: string | null; readonly key: string | null; readonly g: number } & Traffic['funnel'];

/** Visits by day, by what the rows are, and in all: one statement, and one more for pages, since a visit has several. */
export async function countVisits(tx: Tx, asked: VisitsAsked, by: TrafficBy): Promise<VisitCounts> {
  const key = columns[by] ?? sql`null::text`;
  const day = sql`to_char(v."started_at" at time zone ${asked.zone}, 'YYYY-MM-DD')`;
  const found = await tx.rows<Row>(sql`
    select ${numbers}, count(*) filter (where x."form_views" > 0)::int as "saw_form",
      count(*) filter (where x."form_starts" > 0)::int as "began_form", x."day", x."key", grouping(x."day", x."key") as "g"
    from (select v.*, c."visit_id" is not null as "is_converted", ${day} as "day", ${key} as "key"
      from "site_visits" v left join (${conversions(asked)}) c on c."visit_id" = v."id" where ${within(asked)}) x
    group by grouping sets ((x."day"), (x."key"), ())`);
  const ofSet = (bits: number): Row[] => found.filter(({ g }) => Number(g) === bits);
  const [whole = none] = ofSet(3);
  const days = ofSet(1)
    .flatMap(({ day: date, visits, converted }) => (date === null ? [] : [{ day: date, visits, converted }]))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const rows =
    by === 'page'
      ? await countPages(tx, asked)
      : new Map((by === 'day' ? ofSet(1) : ofSet(2)).map((row) => [by === 'day' ? row.day : row.key, plain(row)]));
  return { total: plain(whole), funnel: { saw_form: whole.saw_form, began_form: whole.began_form }, days, rows };
}

/** A visit counts for each page that was opened in it; views and forms are those of the page. */
async function countPages(tx: Tx, asked: VisitsAsked): Promise<Map<string | null, VisitNumbers>> {
  const rows = await tx.rows<VisitNumbers & { key: string }>(sql`
    select x."page" as "key", ${numbers} from (
      select e."page", v."visitor_key", c."visit_id" is not null as "is_converted",
        count(*) filter (where e."kind" = 'page_view') as "page_views", count(*) filter (where e."kind" = 'form_view') as "form_views",
        count(*) filter (where e."kind" = 'form_start') as "form_starts"
      from "site_visits" v join "site_events" e on e."tenant_id" = v."tenant_id" and e."visit_id" = v."id"
      left join (${conversions(asked)}) c on c."visit_id" = v."id" where ${within(asked)}
      group by v."id", e."page", v."visitor_key", c."visit_id") x
    group by x."page" order by "visits" desc limit 5000`);
  return new Map(rows.map((row) => [row.key, plain(row)]));
}

const numbers = sql`count(*)::int as "visits", count(distinct x."visitor_key")::int as "visitors",
  coalesce(sum(x."page_views"), 0)::int as "page_views", coalesce(sum(x."form_views"), 0)::int as "form_views",
  coalesce(sum(x."form_starts"), 0)::int as "form_starts", count(*) filter (where x."is_converted")::int as "converted"`;
const none: Row = {
  visits: 0,
  visitors: 0,
  page_views: 0,
  form_views: 0,
  form_starts: 0,
  converted: 0,
  saw_form: 0,
  began_form: 0,
  day: null,
  key: null,
  g: 3,
};
const plain = ({ visits, visitors, page_views, form_views, form_starts, converted }: VisitNumbers): VisitNumbers => ({
  visits,
  visitors,
  page_views,
  form_views,
  form_starts,
  converted,
});

const within = ({ tenantId, from, to, site }: VisitsAsked): Sql => sql`v."tenant_id" = ${tenantId} and v."deleted_at" is null
  and v."started_at" >= ${from.toISOString()}::timestamptz and v."started_at" < ${to.toISOString()}::timestamptz
  and ${site === undefined ? sql`true` : sql`v."site_id" = ${site}`}`;

/** Visits of the range from which a lead came that the reader can open: an enquiry comes after its visit began. */
const conversions = ({ tenantId, from, scope }: VisitsAsked): Sql => sql`
  select distinct p."visit_id" from "lead_captures" p
  join "leads" l on l."tenant_id" = p."tenant_id" and l."id" = p."lead_id" and l."deleted_at" is null and ${ownerInScope(scope, sql`l."user_id"`)}
  where p."tenant_id" = ${tenantId} and p."deleted_at" is null and p."visit_id" is not null and p."created_at" >= ${from.toISOString()}::timestamptz`;
