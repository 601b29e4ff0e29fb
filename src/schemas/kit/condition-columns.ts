import { customKey } from './custom-fields';
import { humanize } from './resource';

/** The columns that a condition can use, and how (catalogue, section 8): the closed list that evaluators, checks and forms read. */
export interface ConditionColumn {
  /** A column of `leads`. */
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'integer' | 'time' | 'custom';
  /** Where the values to choose from come from; without it the choices of the lead field itself. */
  readonly from?: { readonly resource: string; readonly keeps: 'key' | 'text' } | 'tags' | 'years' | 'sub-stages';
  /** `in` takes several values on screen. */
  readonly several: boolean;
  /** The column whose chosen values narrow this one's. */
  readonly dependsOn?: string;
  /** Choices with their words, where they are few and fixed. */
  readonly words?: Readonly<Record<string, string>>;
}

const keysOf = (resource: string) => ({ resource, keeps: 'key' }) as const;
const textsOf = (resource: string) => ({ resource, keeps: 'text' }) as const;

export const conditionColumns: readonly ConditionColumn[] = [
  { name: 'prmary_source', label: 'Primary Source', type: 'text', from: keysOf('lead-sources'), several: true },
  { name: 'secondary_source', label: 'Secondary Source', type: 'text', from: keysOf('lead-sources'), several: true },
  { name: 'tertiary_source', label: 'Tertiary Source', type: 'text', from: keysOf('lead-sources'), several: true },
  { name: 'utm_medium', label: 'UTM Medium', type: 'text', from: 'tags', several: true },
  { name: 'utm_source', label: 'UTM Source', type: 'text', from: 'tags', several: true },
  { name: 'utm_campaign', label: 'UTM Campaign', type: 'text', from: 'tags', several: true },
  { name: 'state', label: 'State', type: 'text', from: textsOf('states'), several: true },
  { name: 'city', label: 'City', type: 'text', from: textsOf('cities'), several: true, dependsOn: 'state' },
  {
    name: 'last_callaction_btn_message',
    label: 'Lead Recent Stage',
    type: 'text',
    from: textsOf('lead-stages'),
    several: true,
  },
  { name: 'course', label: 'Course', type: 'text', from: keysOf('courses'), several: true, dependsOn: 'stream' },
  { name: 'priority', label: 'Priority', type: 'integer', several: false, words: { '0': 'Low', '1': 'Medium', '2': 'High' } },
  { name: 'clg_id', label: '{entity}', type: 'integer', from: keysOf('colleges'), several: true },
  {
    name: 'lead_type',
    label: 'Lead Type',
    type: 'text',
    several: false,
    words: { fresh: 'Fresh', re_enquiry: 'Re-enquiry', referred: 'Referred', walk_in: 'Walk-in', imported: 'Imported' },
  },
  {
    name: 'last_education',
    label: 'Last Education',
    type: 'text',
    several: true,
    words: same('10th', '12th', 'ITI', 'Diploma', 'Graduation', 'Post Graduation', 'Doctorate', 'Other'),
  },
  { name: 'last_callaction_call_date_time', label: 'Followup Date', type: 'time', several: false },
  {
    name: 'is_verified',
    label: 'Verification',
    type: 'integer',
    several: false,
    words: { '1': 'Verified', '0': 'Not Verified' },
  },
  {
    name: 'gender',
    label: 'Gender',
    type: 'text',
    several: false,
    words: { female: 'Female', male: 'Male', other: 'Other' },
  },
  {
    name: 'category',
    label: 'Category',
    type: 'text',
    several: false,
    words: same('General', 'OBC', 'SC', 'ST', 'EWS', 'Other'),
  },
  { name: 'stream', label: 'Stream', type: 'text', from: keysOf('streams'), several: true },
  { name: 'year_of_admission', label: 'Year of Admission', type: 'integer', from: 'years', several: true },
  {
    name: 'last_callaction_sub_stage',
    label: 'Sub Stage',
    type: 'text',
    from: 'sub-stages',
    several: true,
    dependsOn: 'last_callaction_btn_message',
  },
  {
    name: 'last_callaction_followup_status',
    label: 'Followup Status',
    type: 'integer',
    several: false,
    words: { '1': 'Yes', '0': 'No' },
  },
  { name: 'user_id', label: 'Lead Owner', type: 'text', from: keysOf('users'), several: false },
];

const byName = new Map(conditionColumns.map((column) => [column.name, column]));
export const conditionColumn = (name: unknown): ConditionColumn | undefined =>
  typeof name === 'string' ? (byName.get(name) ?? customColumn(name)) : undefined;

/**
 * A custom field of leads (D-136), whichever a tenant has: its value is compared as text, each entry of a choice of several. A
 * field that is gone has no values: nothing is in it.
 */
function customColumn(name: string): ConditionColumn | undefined {
  const key = customKey(name);
  if (key === undefined || !/^[a-z][a-z0-9_]{0,59}$/.test(key)) return undefined;
  return { name, label: humanize(key), type: 'custom', several: true };
}

/** What a custom field holds, as far as conditions can tell it apart. */
export type CustomKind = 'text' | 'number' | 'time';

/** The words of the operators on screen. */
export const operatorWords = { in: 'Include', 'NOT IN': 'Exclude', '<': 'Before', '>': 'After', between: 'Between' } as const;
export type ConditionOperator = keyof typeof operatorWords;
/** Numbers are "less than", not "before". */
export const operatorWord = (operator: ConditionOperator, ofNumbers: boolean): string =>
  ofNumbers && operator === '<' ? 'Less than' : ofNumbers && operator === '>' ? 'More than' : operatorWords[operator];
/**
 * Followup Date takes the three of time, every other column the two of sets; a custom field those of its kind, and all of them
 * where the kind is not known.
 */
export function operatorsOf({ type }: Pick<ConditionColumn, 'type'>, kind?: CustomKind): readonly ConditionOperator[] {
  const [sets, spans] = [
    ['in', 'NOT IN'],
    ['<', '>', 'between'],
  ] as const;
  if (type === 'time' || kind === 'time') return spans;
  return type !== 'custom' || kind === 'text' ? sets : [...sets, ...spans];
}

function same(...texts: string[]): Record<string, string> {
  return Object.fromEntries(texts.map((text) => [text, text]));
}
