import sql from 'sql-template-tag';
import type { DuplicateRule } from '../domain/duplicates';
import type { PhoneRules } from '../domain/phone';
import type { Tx } from '../store/store';

/** The tenant's rules for new leads, in one row. */
export interface CaptureRules extends PhoneRules {
  readonly duplicate_rule: DuplicateRule | null;
  readonly timezone?: string | null;
}
export async function captureRulesOf(tx: Tx, tenantId: string): Promise<CaptureRules> {
  const rules = await tx.row<CaptureRules>(
    sql`select "country", "phone_validation_enabled", "custom_phone_regex", "phone_validation_error_message",
          "is_enable_country_constraint", "allowed_countries_for_lead_capture", "duplicate_rule", "timezone"
        from "tenant" where "tenant_id" = ${tenantId}`,
    'capture-rules',
  );
  return rules ?? { duplicate_rule: null };
}
