import type { DemoRows } from 'prospectus/src/schemas/kit/demo-rows';

export const demo: DemoRows = {
  'hostel-rooms': [
    { room: 'N-101', block: 'North', beds: 2 },
    { room: 'S-201', block: 'South', beds: 3 },
  ],
  'hostel-bookings': [{ room_id: '$hostel-rooms:N-101', guest: 'Meera Joshi', from: '2026-07-01' }],
};
