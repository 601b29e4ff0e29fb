import { noStage } from '../../schemas/kit/no-stage';
import type { Lead } from '../../schemas/leads/leads';

/** The text that the server sent for a reference of a record; '' without one. */
export function labelOf(record: Pick<Lead, '_labels'>, field: string): string {
  const label = record._labels?.[field];
  return typeof label === 'string' ? label : '';
}
export const leadName = (lead: Lead): string => lead.name || 'No name';
/** The name of its stage; a fixed text if it has none yet. */
export const stageName = (lead: Lead): string => lead.last_callaction_btn_message || labelOf(lead, 'stage_id') || noStage;
