import { defineResource } from 'prospectus/src/schemas/kit/resource';

export const hostelBookings = defineResource({
  name: 'hostel-bookings',
  label: 'Hostel booking',
  menu: { group: 'Hostel', entry: 'Bookings', order: 2, path: '/hostel/bookings' },
  access: { code: 'Setting_Configuration' },
  fields: {
    type: 'object',
    required: ['room_id', 'guest', 'from'],
    additionalProperties: false,
    properties: {
      room_id: { type: 'string', title: 'Room' },
      guest: { type: 'string', title: 'Student', minLength: 1, maxLength: 120 },
      from: { type: 'string', title: 'Arrives', format: 'date' },
      until: { type: 'string', title: 'Leaves', format: 'date' },
      left_because: { type: 'string', title: 'Reason for leaving', maxLength: 300 },
    },
  },
  refs: { room_id: 'hostel-rooms' },
  fixed: ['room_id', 'from'],
  readOnly: ['left_because'],
  columns: ['guest', 'room_id', 'from', 'until'],
  filter: ['room_id', 'from'],
  order: '-from',
  when: [{ notBefore: ['until', 'from'] }],
  actions: {
    checkOut: {
      wire: 'POST res/hostel-bookings/{id}/check-out',
      as: 'update',
      offers: [
        {
          label: 'Check out',
          look: 'plain',
          if: { field: 'left_because', set: false },
          ask: {
            required: ['until', 'reason'],
            properties: {
              until: { type: 'string', title: 'Leaves', format: 'date' },
              reason: { type: 'string', title: 'Reason for leaving', minLength: 3, maxLength: 300 },
            },
          },
        },
      ],
    },
  },
  examples: [{ room_id: '$hostel-rooms', guest: 'Meera Joshi', from: '2026-07-01' }],
});
