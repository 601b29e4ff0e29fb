import sql, { type Sql } from 'sql-template-tag';
import { campaignResults, isCampaignResult } from '../../src/schemas/kit/send-reasons';

/** Rows `o` of the ledger that a figure of a campaign counts; no figure: all of them. */
export function isResult(result: string): Sql {
  if (!isCampaignResult(result)) return result === '' ? sql`true` : sql`false`;
  const states = sql`o."state" = any(${[...campaignResults[result]]}::text[])`;
  return result === 'clicked' ? sql`(${states} or ${clickedBefore})` : states;
}

/** Who clicked and then answered stands in the ledger with the answer. */
export const clickedBefore = sql`(o."state" in ('replied', 'opted_out') and o."clicked_at" is not null)`;
