import { dataOf, defineCall } from '../kit/call';
import type { HistoryType } from '../kit/call-types';
import type { DimensionId } from '../kit/dimensions';
import type { MeasureId } from '../kit/measures';
import type { ExportAnswer } from './list-work';

const may = { rule: { code: ['Call_History_Counsellor', 'Advance_Call_History_Counsellor'], level: 1 } } as const;
/** The filters of the list `call-history`, as its own call takes them. */
const listFilters = { additionalProperties: true } as const;

/** How many calls each tab has, with the other filters of the list. */
export const callHistoryCounts = defineCall({
  name: 'call-history-counts',
  wire: 'GET calls/history-counts',
  access: may,
  as: 'read',
  data: dataOf<Readonly<Record<HistoryType, number>>>(),
  query: { type: 'object', ...listFilters, properties: {} },
});

export const summaryGroups = ['user', 'day', 'number', 'disposition', 'list'] as const;
export type SummaryGroup = (typeof summaryGroups)[number];
/** What a group is to the dictionary of measures. */
export const groupDimensions = {
  user: 'user',
  day: 'day',
  number: 'virtual_number',
  disposition: 'disposition',
  list: 'dialer_list',
} as const satisfies Readonly<Record<SummaryGroup, DimensionId>>;
/** The measures of a selection of calls. */
export interface CallFigures {
  readonly dialled: number;
  readonly connected: number;
  readonly no_answer: number;
  readonly busy: number;
  readonly unreachable: number;
  readonly invalid: number;
  readonly failed: number;
  readonly inbound: number;
  readonly missed: number;
  readonly called_back: number;
  readonly leads_dialled: number;
  readonly leads_connected: number;
  readonly talk_s: number;
  readonly conversations: number;
  readonly longest_s: number;
  readonly first_at: string | null;
  readonly last_at: string | null;
}
/** Which measure each figure is. */
export const figureMeasures = {
  dialled: 'C1',
  connected: 'C2',
  no_answer: 'C3a',
  busy: 'C3b',
  unreachable: 'C3c',
  invalid: 'C3d',
  failed: 'C3e',
  inbound: 'C4',
  missed: 'C5',
  called_back: 'C6',
  leads_dialled: 'C7',
  leads_connected: 'C8',
  talk_s: 'C9',
  conversations: 'C12',
  longest_s: 'C16',
  first_at: 'C13',
  last_at: 'C14',
} as const satisfies Readonly<Record<keyof CallFigures, MeasureId>>;
export interface CallSummaryRow extends CallFigures {
  /** Null: calls without a user, a number, a stage or a list. */
  readonly key: string | null;
  readonly label: string | null;
  /** Of a user: seconds worked on the days of the selection; null where it names no days. */
  readonly worked_s: number | null;
}
export interface CallSummary {
  readonly as_of: string;
  /** The days that the cells of its numbers are of; all of them where the selection names none. */
  readonly from: string;
  readonly to: string;
  readonly rows: readonly CallSummaryRow[];
  readonly total: CallFigures;
}
/** The upper part of the advanced call history, over the same selection as the list below it. */
export const callHistorySummary = defineCall({
  name: 'call-history-summary',
  wire: 'GET calls/history-summary?group',
  access: { code: 'Advance_Call_History_Counsellor' },
  as: 'read',
  data: dataOf<CallSummary>(),
  query: {
    type: 'object',
    ...listFilters,
    properties: { group: { type: 'string', enum: summaryGroups, default: 'user' } },
  },
});

/** The same as a file, its filters on a second sheet; it needs level 5 on the code (D-003). */
export const callHistoryExport = defineCall({
  name: 'call-history-export',
  wire: 'POST calls/history-summary/export',
  access: { code: 'Advance_Call_History_Counsellor' },
  as: 'export',
  data: dataOf<ExportAnswer>(),
  body: {
    type: 'object',
    required: ['format'],
    additionalProperties: false,
    properties: {
      format: { type: 'string', enum: ['csv', 'xlsx'] },
      group: { type: 'string', enum: summaryGroups, default: 'user' },
      query: { type: 'object', additionalProperties: true, properties: {} },
    },
  },
});

/** The file of a recording, for those who may export calls; who took which one is kept. */
export const recordingDownload = defineCall({
  name: 'recording-download',
  wire: 'POST calls/{id}/recording',
  access: { rule: { code: ['LEADS', 'Call_History_Counsellor', 'Advance_Call_History_Counsellor'], level: 5 } },
  as: 'create',
  data: dataOf<{ readonly url: string }>(),
  idempotent: false,
});

/** The caller of an unknown number is this lead: its call and the others with that number become the lead's. */
export const linkCaller = defineCall({
  name: 'link-caller',
  wire: 'POST calls/{id}/lead',
  access: { code: 'LEADS' },
  as: 'update',
  data: dataOf<{ readonly linked: number }>(),
  body: { type: 'object', required: ['lead_id'], properties: { lead_id: { type: 'string', minLength: 1, maxLength: 26 } } },
});
