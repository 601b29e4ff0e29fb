import sql from 'sql-template-tag';
import type { DuplicateRule } from '../domain/duplicates';
import type { PhoneRules } from '../domain/phone';
import { Ahead } from '../store/ahead';
import type { Tx } from '../store/store';

/** The tenant's rules for new leads, in one row. */
export interface CaptureRules extends PhoneRules {
  readonly duplicate_rule: DuplicateRule | null;
  readonly timezone?: string | null;
}
const ahead = new Ahead<CaptureRules>();

export const captureRulesOf = (tx: Tx, tenantId: string): Promise<CaptureRules> => ahead.take(tx) ?? read(tx, tenantId);
/** The next `captureRulesOf` of this transaction answers what is asked here. */
export const askCaptureRules = (tx: Tx, tenantId: string): void => ahead.ask(tx, () => read(tx, tenantId));

async function read(tx: Tx, tenantId: string): Promise<CaptureRules> {
  const rules = await tx.row<CaptureRules>(
    sql`select "country", "phone_validation_enabled", "custom_phone_regex", "phone_validation_error_message",
          "is_enable_country_constraint", "allowed_countries_for_lead_capture", "duplicate_rule", "timezone"
        from "tenant" where "tenant_id" = ${tenantId}`,
    'capture-rules',
  );
  return rules ?? { duplicate_rule: null };
}
