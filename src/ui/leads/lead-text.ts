import { noStage } from '../../schemas/kit/no-stage';
import type { Lead } from '../../schemas/leads/leads';

/** The text that came with a record for a reference; '' without. */
export function labelOf(record: Pick<Lead, '_labels'>, field: string): string {
  const label = record._labels?.[field];
  return typeof label === 'string' ? label : '';
}
export const leadName = (lead: Lead): string => lead.name || 'No name';
/** Its stage as people read it: with none yet it says so. */
export const stageName = (lead: Lead): string => lead.last_callaction_btn_message || labelOf(lead, 'stage_id') || noStage;
