import type { Lead } from '../../../schemas/leads/leads';

/** D-059: locked while the last follow-up is pending (0 or '0'); null or missing does not lock. */
export function lockedOnOpening(lead: Pick<Lead, 'last_callaction_followup_status'>): boolean {
  const status: unknown = lead.last_callaction_followup_status;
  return status === 0 || status === '0';
}

export interface SaveGate {
  readonly leadKnown: boolean;
  readonly lockedAtFirst: boolean;
  /** A follow-up was marked done since the modal opened. */
  readonly markedDone: boolean;
  /** The user changed the stage since the modal opened. */
  readonly stageChanged: boolean;
  readonly stageDisabled: boolean;
  /** 'Before Add Lead Stage'. */
  readonly before: boolean;
  /** Tenant setting, D-060. */
  readonly mustFinishFirst: boolean;
}

/** Why Save is disabled, as a sentence for the footer; undefined if it is not. */
export function whySaveWaits(gate: SaveGate): string | undefined {
  if (!gate.leadKnown) return 'Loading the lead';
  if (gate.mustFinishFirst && gate.before) return 'Mark the pending follow-up done to save.';
  if (gate.lockedAtFirst && !gate.markedDone && !gate.stageChanged)
    return gate.stageDisabled
      ? 'Mark the pending follow-up done to save.'
      : 'Mark the pending follow-up done, or change the stage, to save.';
  return undefined;
}
