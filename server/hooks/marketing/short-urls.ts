import sql from 'sql-template-tag';
import type { shortUrls } from '../../../src/schemas/marketing/short-urls';
import type { Hooks } from '../../context/hooks';
import { newLinkCode } from '../../domain/link-code';

export const hooks: Hooks<typeof shortUrls> = {
  beforeCreate: async (draft) => ({ ...draft, code: draft.code ?? newLinkCode() }),
  /** The links of colleges that were shared with one lead belong to the lead. */
  listWhere: (_query, { session }) =>
    sql`not exists (select from "lead_colleges" s where s."tenant_id" = ${session.tenantId} and s."share_code" = "short_urls"."code")`,
  present: async (rows, { services }) =>
    rows.map((row) => ({ ...row, short_url: `${services.config.publicUrl}/api/r/${String(row.code)}` })),
};
