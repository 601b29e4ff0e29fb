import type { FieldRules } from './field-rules';

/** A field that is chosen when leads are merged, and the columns that go with it. */
export interface MergeGroup {
  readonly field: string;
  readonly columns: readonly string[];
}
const alone = (...fields: string[]): MergeGroup[] => fields.map((field) => ({ field, columns: [field] }));

/** What is chosen, in the order of the dialog. What is not here is added up, or joined by a rule (server/domain/merged-lead). */
export const mergeGroups: readonly MergeGroup[] = [
  ...alone('name'),
  { field: 'phone', columns: ['phone', 'country_code'] },
  ...alone('email', 'alternate_phone', 'whatsapp_number', 'gender', 'date_of_birth', 'category', 'guardian'),
  {
    field: 'stage_id',
    columns: [
      'stage_id',
      'last_callaction_btn_message',
      'last_callaction_sub_stage',
      'last_callaction_message',
      'last_callaction_call_date_time',
      'is_stage_mark_locked',
    ],
  },
  ...alone('user_id'),
  { field: 'clg_id', columns: ['clg_id', 'clg_name'] },
  { field: 'stream', columns: ['stream', 'course'] },
  ...alone('intake', 'year_of_admission', 'last_education', 'academics', 'entrance_exams', 'preferences'),
  ...alone('country', 'state', 'city', 'pincode', 'address'),
  { field: 'source', columns: ['source', 'prmary_source', 'secondary_source', 'tertiary_source', 'last_source'] },
  { field: 'utm_source', columns: ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] },
  ...alone('publisher_id', 'priority'),
];
/** What a role does not see or change it does not choose: the rule without a choice decides there. */
export const closedFields = (rules: FieldRules): ReadonlySet<string> =>
  new Set(mergeGroups.filter(({ columns }) => columns.some((column) => rules.has(column))).map(({ field }) => field));
export const mergeFields: readonly string[] = mergeGroups.map(({ field }) => field);

/** Leads that one step makes one, the kept one included. */
export const mostMerged = 10;
/** How long a merge can be undone. */
export const unmergeHours = 72;

/** A lead that was merged into another and can still be taken out. */
export interface MergeOfLead {
  readonly id: string;
  /** The same for the leads of one step: they return together. */
  readonly group_id: string;
  readonly lost_id: string;
  readonly lost_name: string | null;
  readonly at: string;
  readonly by_name: string | null;
  /** Until then it can be undone. */
  readonly until: string;
}
