import { defineResource } from 'prospectus/src/schemas/kit/resource';
import { status } from 'prospectus/src/schemas/kit/shared-fields';

export const hostelRooms = defineResource({
  name: 'hostel-rooms',
  label: 'Hostel room',
  menu: { group: 'Hostel', entry: 'Rooms', order: 1, path: '/hostel/rooms' },
  access: { code: 'Setting_Configuration' },
  fields: {
    type: 'object',
    required: ['room', 'beds'],
    additionalProperties: false,
    properties: {
      room: { type: 'string', minLength: 1, maxLength: 20 },
      block: { type: 'string', enum: ['North', 'South'] },
      beds: { type: 'integer', minimum: 1, maximum: 6, default: 2 },
      status,
    },
  },
  unique: ['room'],
  columns: ['room', 'block', 'beds', 'status'],
  filter: ['block', 'status'],
  ui: { beds: { widget: 'beds' }, status: { widget: 'switch' } },
  examples: [{ room: 'N-101', block: 'North', beds: 2 }],
});
