import sql from 'sql-template-tag';
import type { Draft } from '../../src/schemas/kit/resource';
import type { leads } from '../../src/schemas/leads/leads';
import type { Tx } from '../store/store';

const day = 86_400_000;
/** A form that stayed open longer than this was not filled in during the visit. */
const longestDays = 7;
const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

type Utm = { readonly [N in (typeof utmNames)[number]]: string | null };
export type KnownVisit = Utm & { readonly id: string };

/** The visit that a form was filled in on; one that is not known loses no lead. */
export async function visitOf(tx: Tx, tenantId: string, key: unknown, now: Date): Promise<KnownVisit | undefined> {
  if (typeof key !== 'string' || !/^[0-9a-f]{32}$/.test(key)) return undefined;
  const since = new Date(now.getTime() - longestDays * day).toISOString();
  return tx.row<KnownVisit>(
    sql`select "id", "utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content" from "site_visits"
        where "tenant_id" = ${tenantId} and "visit_key" = ${key} and "last_at" >= ${since}::timestamptz and "deleted_at" is null`,
    'visit-of',
  );
}

/** The enquiry with the UTM values that the visit began with, unless it has some of its own. */
export function withUtm(draft: Draft<typeof leads>, visit: KnownVisit | undefined): Draft<typeof leads> {
  if (!visit || utmNames.some((name) => draft[name])) return draft;
  const { utm_source, utm_medium, utm_campaign, utm_term, utm_content } = visit;
  return {
    ...draft,
    ...(utm_source !== null && { utm_source }),
    ...(utm_medium !== null && { utm_medium }),
    ...(utm_campaign !== null && { utm_campaign }),
    ...(utm_term !== null && { utm_term }),
    ...(utm_content !== null && { utm_content }),
  };
}

/** The capture that was just written for the lead came from this visit: called in the capture's own transaction. */
export async function linkVisit(tx: Tx, tenantId: string, leadId: string, visitId: string): Promise<void> {
  await tx.run(
    sql`update "lead_captures" set "visit_id" = ${visitId} where "tenant_id" = ${tenantId} and "id" = (
          select c."id" from "lead_captures" c where c."tenant_id" = ${tenantId} and c."lead_id" = ${leadId} and c."deleted_at" is null
          order by c."created_at" desc, c."id" desc limit 1)`,
    'link-visit',
  );
}
