import type { Labels } from './resource';

/** What the journey can be narrowed to, and the kinds of entries in each. */
export const journeyTypes = {
  stage: ['call_action'],
  call: ['call'],
  message: ['message'],
  note: ['note'],
  follow_up: ['follow_up_added', 'follow_up_done'],
  enquiry: ['capture'],
  application: ['application', 'payment', 'document'],
  meeting: ['meeting'],
  college: ['college'],
  change: ['field_change', 'owner_change', 'merge'],
} as const;
export type JourneyType = keyof typeof journeyTypes;

/** Entries of `lead-journey` that come from the lead's other records. */
export type RecordEntry =
  | {
      kind: 'message';
      channel: 'whatsapp' | 'sms' | 'email';
      direction: 'in' | 'out';
      /** 'text', or what kind of file it was. */
      type: string;
      /** Of an email. */
      subject?: string | null;
      text: string | null;
      status: 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'unknown';
      error: string | null;
    }
  | { kind: 'note'; body: string | null; pinned: boolean | null; visibility: string | null }
  | {
      kind: 'application';
      application_no: string | null;
      form_name: string | null;
      old: string | null;
      state: string | null;
    }
  | { kind: 'payment'; amount: number | null; currency: string | null; method: string | null; state: string | null }
  | { kind: 'document'; document_name: string | null; state: string | null; remark: string | null }
  | {
      kind: 'meeting';
      starts_at: string | null;
      with_name: string | null;
      old: string | null;
      state: string | null;
      moved: boolean;
    }
  | { kind: 'college'; clg_name: string | null; relation: string | null; reason: string | null };

interface JourneyBase {
  id: string;
  at: string;
  user_id: string | null;
  /** Null: the server itself (a rule, an import). */
  user_name: string | null;
}
/** One entry of `lead-journey`, newest first, a value that is hidden from the role is null; the answer's `next` is the `before` of the next page, null at the end. */
export type JourneyEntry = JourneyBase &
  (
    | {
        kind: 'capture';
        via: string | null;
        is_re_enquiry: boolean | null;
        source_id: string | null;
        source_name: string | null;
        clg_id: number | null;
        clg_name: string | null;
        utm_campaign: string | null;
      }
    | {
        kind: 'call_action';
        group: 'leads' | 'call' | 'application' | null;
        btn_message: string | null;
        sub_stage: string | null;
        previous_btn_message: string | null;
        previous_sub_stage: string | null;
        color: string | null;
        message: string | null;
        call_date_time: string | null;
        clg_id: number | null;
        clg_name: string | null;
        is_stage_mark_locked: 0 | 1 | null;
        origin: string | null;
        files: JourneyFile[];
      }
    | {
        kind: 'follow_up_added';
        call_action_id: string | null;
        call_date_time: string | null;
        note: string | null;
        state: 'pending' | 'done' | 'replaced' | 'cancelled' | null;
        for_user_name: string | null;
      }
    | {
        kind: 'follow_up_done';
        call_action_id: string | null;
        call_date_time: string | null;
        note: string | null;
        done_source: string | null;
        done_reason: string | null;
      }
    | {
        kind: 'call';
        direction: 'inbound' | 'outbound' | null;
        /** Null while the call is in progress. */
        outcome: string | null;
        phone: string | null;
        talk_s: number | null;
        duration_s: number | null;
        note: string | null;
        /** A signed address, 15 minutes; null without a recording. */
        recording_url: string | null;
      }
    | {
        kind: 'owner_change';
        from_user_id: string | null;
        from_user_name: string | null;
        to_user_id: string | null;
        to_user_name: string | null;
        reason: string | null;
      }
    | { kind: 'merge'; lost_name: string | null; undone: boolean }
    | {
        kind: 'field_change';
        changes: { field: string; old: unknown; new: unknown }[];
        /** The names of what was referred to before and after. */
        labels?: { old: Labels; new: Labels };
        reason: string | null;
      }
    | RecordEntry
  );
export interface JourneyFile {
  name: string;
  /** A signed address, 15 minutes. */
  url: string;
}
export type JourneyKind = JourneyEntry['kind'];
