import { defineCall } from '../kit/call';

const body = {
  type: 'object',
  properties: {
    latitude: { type: 'number', minimum: -90, maximum: 90 },
    longitude: { type: 'number', minimum: -180, maximum: 180 },
    mode: { type: 'string', enum: ['office', 'remote', 'field'] },
    remark: { type: 'string', maxLength: 300 },
  },
} as const;

/** Starts the day and returns its attendance record. */
export const checkIn = defineCall({
  name: 'attendance-check-in',
  wire: 'POST users/attendance/check-in',
  access: 'signed-in',
  as: 'create',
  body,
});
export const checkOut = defineCall({
  name: 'attendance-check-out',
  wire: 'POST users/attendance/check-out',
  access: 'signed-in',
  as: 'update',
  body,
});
