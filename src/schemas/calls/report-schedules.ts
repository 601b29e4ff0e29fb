import { dataOf, defineCall } from '../kit/call';
import { fileFormats, frequencies, scheduledRanges } from '../kit/report-schedule';

/** A schedule as its author, its recipients and the administrator see it. */
export interface ShownSchedule {
  readonly id: string;
  readonly report: string;
  readonly name: string;
  readonly address: string;
  readonly range: (typeof scheduledRanges)[number];
  readonly frequency: (typeof frequencies)[number];
  readonly weekday: number | null;
  readonly month_day: number | null;
  readonly hour: number;
  readonly format: (typeof fileFormats)[number] | null;
  readonly user_name: string | null;
  readonly recipients: readonly string[];
  readonly status: number;
  readonly next_at: string | null;
  readonly last_at: string | null;
  readonly last_result: string | null;
  readonly failed: boolean;
  /** The reader may pause and delete it. */
  readonly mine: boolean;
}

const id = { type: 'string', minLength: 1, maxLength: 26 } as const;

export const reportSchedulesList = defineCall({
  name: 'report-schedules',
  wire: 'GET report-schedules',
  access: 'signed-in',
  as: 'read',
  data: dataOf<readonly ShownSchedule[]>(),
});
/** The author needs level 5 on the report's own code, each recipient level 1. */
export const addReportSchedule = defineCall({
  name: 'add-report-schedule',
  wire: 'POST report-schedules',
  access: 'signed-in',
  as: 'create',
  data: dataOf<{ readonly id: string }>(),
  body: {
    type: 'object',
    required: ['report', 'name', 'range', 'frequency', 'hour', 'user_ids'],
    properties: {
      report: { type: 'string', minLength: 1, maxLength: 60 },
      name: { type: 'string', minLength: 1, maxLength: 80 },
      address: { type: 'string', maxLength: 4000 },
      range: { type: 'string', enum: scheduledRanges },
      frequency: { type: 'string', enum: frequencies },
      weekday: { type: 'integer', minimum: 1, maximum: 7 },
      month_day: { type: 'integer', minimum: 1, maximum: 28 },
      hour: { type: 'integer', minimum: 0, maximum: 23 },
      format: { type: 'string', enum: fileFormats },
      user_ids: { type: 'array', items: id, minItems: 1, maxItems: 50, uniqueItems: true },
    },
  },
});
/** Pauses (0) or resumes (1). */
export const changeReportSchedule = defineCall({
  name: 'change-report-schedule',
  wire: 'PATCH report-schedules?id',
  access: 'signed-in',
  as: 'update',
  data: dataOf<{ readonly id: string }>(),
  query: { type: 'object', required: ['id'], properties: { id } },
  body: { type: 'object', required: ['status'], properties: { status: { type: 'integer', enum: [0, 1] } } },
});
export const deleteReportSchedule = defineCall({
  name: 'delete-report-schedule',
  wire: 'DELETE report-schedules?id',
  access: 'signed-in',
  as: 'delete',
  data: dataOf<{ readonly id: string }>(),
  query: { type: 'object', required: ['id'], properties: { id } },
});
