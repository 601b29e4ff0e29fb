import { dataOf, defineCall } from '../kit/call';
import type { LeadTabName } from '../kit/lead-page';
import type { SuspectReason } from '../kit/lead-suspects';
import type { Labels } from '../kit/resource';
import type { MergeOfLead } from '../kit/lead-merge';

/** What every tab of the lead's page shows: work that is open, its way through the stages, and the same person's leads. */
export const leadPanel = defineCall({
  name: 'lead-panel',
  wire: 'GET leads/{id}/panel',
  access: { code: 'LEADS' },
  as: 'read',
  data: dataOf<LeadPanel>(),
});
/** Who had the lead when, newest first: by whom or which rule, why, how long, and what the owner did with it. */
export const leadOwners = defineCall({
  name: 'lead-owners',
  wire: 'GET leads/{id}/owners',
  access: { code: 'LEADS' },
  as: 'read',
  data: dataOf<OwnerSpell[]>(),
});
/** Figures of the lead's calls, null where a rule hides what they are counted from; `best_hour` is the hour of the tenant's day in which most calls were answered. */
export const leadCallFigures = defineCall({
  name: 'lead-call-figures',
  wire: 'GET leads/{id}/call-figures',
  access: { code: 'LEADS' },
  as: 'read',
  data: dataOf<LeadCallFigures>(),
});
/** What the fields of the profile were before, newest first: who changed which and when, as this role may see it. */
export const leadFieldHistory = defineCall({
  name: 'lead-field-history',
  wire: 'GET leads/{id}/field-history',
  access: { code: 'LEADS' },
  as: 'read',
  data: dataOf<FieldChange[]>(),
});

/** A part that the user has no right to is null. */
export interface LeadPanel {
  readonly follow_ups: readonly PanelFollowUp[];
  readonly tickets: readonly PanelTicket[];
  readonly applications: readonly PanelApplication[] | null;
  readonly payments: readonly PanelPayment[] | null;
  /** The stages that were set, oldest first. */
  readonly way: readonly { readonly btn_message: string | null; readonly created_at: string }[];
  /** The tenant's stages in their order. */
  readonly stages: readonly PanelStage[];
  /** Other leads of the user's with the same phone number or email, and those marked as its duplicates. */
  readonly same: readonly PanelSame[];
  /** Merges into this lead that can still be undone. */
  readonly merges: readonly MergeOfLead[];
  /** A colleague asked this user to take the lead, and there is no answer yet. */
  readonly referral: PanelReferral | null;
  /** How many entries these tabs have; nothing for someone whom the lead was only referred to. */
  readonly tabs: Readonly<Partial<Record<LeadTabName, number>>>;
  /** Titles of the leads' custom fields by key. */
  readonly custom_labels: Readonly<Record<string, string>>;
}
/** Pending; oldest first. `call_action_id` is what `mark-follow-up-done` takes. */
export interface PanelFollowUp {
  readonly id: string;
  readonly call_action_id: string;
  readonly call_date_time: string;
  readonly btn_message: string | null;
  readonly created_date: string;
  readonly note: string | null;
  readonly user_id: string | null;
  readonly user_name: string | null;
}
/** Not resolved yet, and raised from this lead's page. */
export interface PanelTicket {
  readonly id: string;
  readonly ticket_no: string | null;
  readonly subject: string;
  readonly state: string;
}
export interface PanelApplication {
  readonly id: string;
  readonly application_no: string | null;
  readonly form_name: string | null;
  readonly state: string;
  readonly payment_state: string;
  readonly progress: number;
}
/** An order of the lead; `total` in rupees. */
export interface PanelPayment {
  readonly id: string;
  readonly status: string | null;
  readonly total: number | null;
  readonly at: string;
}
export interface PanelStage {
  readonly id: string;
  readonly stage_name: string;
  readonly color: string | null;
  readonly outcome: 'open' | 'enrolled' | 'lost' | 'invalid';
  readonly status: 0 | 1;
  readonly group: readonly string[] | null;
}
export interface PanelSame {
  readonly id: string;
  readonly name: string;
  readonly owner_name: string | null;
  readonly stage_name: string | null;
  readonly created_at: string;
  /** Why it may be the same person. */
  readonly reasons: readonly SuspectReason[];
}
/** Fields as of a lead referral. */
export interface PanelReferral {
  readonly id: string;
  readonly state: 'pending';
  readonly to_user_id: string;
  readonly note: string | null;
  readonly asker_name: string | null;
  /** Only this referral shows the lead to the user: they can change it once they have accepted. */
  readonly only_read: boolean;
}
export interface OwnerSpell {
  readonly id: string;
  readonly at: string;
  readonly from_name: string | null;
  readonly to_id: string | null;
  readonly to_name: string | null;
  /** The person, rule, workflow or API key that changed it; null: the server itself. */
  readonly by_name: string | null;
  readonly reason: string | null;
  readonly note: string | null;
  readonly rule_id: string | null;
  /** Until when; null: still. */
  readonly until: string | null;
  /** Whole days. */
  readonly days: number;
  readonly calls: number;
  readonly stages: number;
  readonly notes: number;
  readonly messages: number;
  /** Marked done. */
  readonly follow_ups: number;
  /** Documents verified and meetings held. */
  readonly others: number;
  /** From the change of owner to the new owner's first act; null: none yet. */
  readonly first_act_s: number | null;
}
/** `field` is the lead's field, or 'custom.' and a custom field's key; the labels name what a reference points to. */
export interface FieldChange {
  readonly field: string;
  readonly at: string;
  /** A person, or the rule, workflow or API key that acted; null: the server itself. */
  readonly by_name: string | null;
  readonly old: unknown;
  readonly new: unknown;
  readonly old_label: Labels[string] | null;
  readonly new_label: Labels[string] | null;
}
export interface LeadCallFigures {
  readonly dialled: number | null;
  readonly connected: number | null;
  readonly missed: number | null;
  readonly talk_s: number | null;
  /** 0 to 23; null also: no call was answered. */
  readonly best_hour: number | null;
}
