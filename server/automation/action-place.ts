import type { Acting } from '../leads/acting';
import type { LeadRecord } from '../leads/lead-access';
import type { ReachableLead } from '../lead-events/send-to-lead';
import type { ActionParams } from '../lead-events/tenant-rules';

export type ActionLead = LeadRecord & ReachableLead & { readonly tags: readonly string[] | null };
/** Where an action runs: the lead's row is locked, and the rule or workflow acts in its own name. */
export interface ActionPlace extends Acting {
  readonly lead: ActionLead;
  readonly origin: 'rule' | 'workflow';
  readonly ruleId: string;
  /** Actions here send no message to the lead (D-064). */
  readonly noMessages: boolean;
}
export type Params = ActionParams;
/** `failed` describes the error in the rule; `skipped` says why there was nothing to do, `done` what it waits for. */
export type Outcome =
  | { readonly result: 'done'; readonly message?: string }
  | { readonly result: 'skipped' | 'failed'; readonly message: string };
