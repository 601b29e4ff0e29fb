import { dataOf, defineCall } from '../kit/call';

/** D-074: more than the clock allows is capped, not refused. */
export const timeSpent = defineCall({
  name: 'time-spent',
  wire: 'POST users/time-spent',
  access: 'signed-in',
  as: 'create',
  data: dataOf<{ today_seconds?: number } | undefined>(),
  // The handler knows the last client_ref itself: sent again with more seconds, only the new ones count.
  idempotent: false,
  body: {
    type: 'object',
    required: ['totalSeconds'],
    properties: {
      totalSeconds: { type: 'integer', minimum: 1, maximum: 86400 },
      client_ref: { type: 'string', minLength: 1, maxLength: 120 },
    },
  },
  examples: [{ body: { totalSeconds: 60 } }],
});
/** What the server has counted of the caller's work today, from every browser. */
export const timeToday = defineCall({
  name: 'time-today',
  wire: 'GET users/time-today',
  access: 'signed-in',
  as: 'read',
  data: dataOf<TimeToday>(),
  reply: {
    type: 'object',
    properties: {
      data: { type: 'object', properties: { day: { type: 'string' }, today_seconds: { type: 'integer' } } },
    },
  },
});
export interface TimeToday {
  /** The tenant's day. */
  readonly day: string;
  readonly today_seconds: number;
}
export const takeBreak = defineCall({
  name: 'break',
  wire: 'POST users/break',
  access: 'signed-in',
  as: 'update',
  body: {
    type: 'object',
    required: ['status'],
    properties: { status: { type: 'integer', enum: [0, 1] }, reason: { type: 'string', maxLength: 120 } },
  },
  examples: [{ body: { status: 1, reason: 'Lunch Break' } }],
});
