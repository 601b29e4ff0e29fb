import { dataOf, defineCall } from '../kit/call';

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
  data: dataOf<AttendanceDay>(),
  body,
});
export const checkOut = defineCall({
  name: 'attendance-check-out',
  wire: 'POST users/attendance/check-out',
  access: 'signed-in',
  as: 'update',
  data: dataOf<AttendanceDay>(),
  body,
});

/** `data` of both: the record of the day. */
interface AttendanceDay {
  readonly id: string;
  readonly user_id: string;
  readonly date: string;
  readonly check_in?: string | null;
  readonly check_out?: string | null;
  readonly mode?: 'office' | 'remote' | 'field' | null;
  readonly state?: 'present' | 'half_day' | 'absent' | 'leave' | 'holiday' | 'week_off' | null;
  readonly late_min?: number | null;
  readonly location?: { readonly latitude?: number | null; readonly longitude?: number | null } | null;
  readonly remark?: string | null;
}
