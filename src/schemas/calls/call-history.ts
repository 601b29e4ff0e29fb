import { dataOf, defineCall } from '../kit/call';
import type { HistoryType } from '../kit/call-types';
import { summaryGroups, type CallSummary } from '../kit/call-summary';

const may = { rule: { code: ['Call_History_Counsellor', 'Advance_Call_History_Counsellor'], level: 1 } } as const;
/** The filters of the list `call-history`, as its own call takes them. */
const listFilters = { additionalProperties: true } as const;

/** How many calls each tab has, with the other filters of the list: of the tabs that the reader's role sees. */
export const callHistoryCounts = defineCall({
  name: 'call-history-counts',
  wire: 'GET calls/history-counts',
  access: may,
  as: 'read',
  data: dataOf<Readonly<Partial<Record<HistoryType, number>>>>(),
  query: { type: 'object', ...listFilters, properties: {} },
});

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
  data: dataOf<{ readonly export_id: string; readonly job_id: string }>(),
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
