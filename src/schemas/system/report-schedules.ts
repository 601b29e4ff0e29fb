import { fileFormats, frequencies, scheduledRanges } from '../kit/report-schedule';
import { defineResource, type Row } from '../kit/resource';

/** A report that goes out by email at a fixed time. Read and written by the calls of calls/report-schedules.ts. */
export const reportSchedules = defineResource({
  name: 'report-schedules',
  label: 'Scheduled report',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['report', 'name', 'range', 'frequency', 'hour', 'user_id', 'user_ids'],
    additionalProperties: false,
    properties: {
      report: { type: 'string', maxLength: 60 },
      name: { type: 'string', minLength: 1, maxLength: 80 },
      /** Tab, rows and filters as the report's own address says them; its days come from `range`. */
      address: { type: 'string', maxLength: 4000 },
      range: { type: 'string', enum: scheduledRanges },
      frequency: { type: 'string', enum: frequencies },
      /** 1 is Monday. */
      weekday: { type: 'integer', minimum: 1, maximum: 7 },
      /** Up to 28, which every month has. */
      month_day: { type: 'integer', minimum: 1, maximum: 28 },
      hour: { type: 'integer', minimum: 0, maximum: 23 },
      /** The file that goes along; without it there is the table in the email alone. */
      format: { type: 'string', enum: fileFormats },
      user_id: { type: 'string' },
      user_ids: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 50, uniqueItems: true },
      status: { type: 'integer', enum: [0, 1], default: 1 },
      next_at: { type: 'string', format: 'date-time' },
      last_at: { type: 'string', format: 'date-time' },
      /** What became of the last one, in words; `failed` where it reached nobody, or the schedule was stopped. */
      last_result: { type: 'string', maxLength: 500 },
      failed: { type: 'boolean', default: false },
      job_id: { type: 'string', maxLength: 26 },
      message_ids: { type: 'array', items: { type: 'string' }, maxItems: 50 },
    },
  },
  refs: { user_id: 'users' },
  filter: ['user_id', 'next_at'],
  order: 'name',
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type ReportSchedule = Row<typeof reportSchedules>;
