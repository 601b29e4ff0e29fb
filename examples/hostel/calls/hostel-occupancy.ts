import { dataOf, defineCall } from 'prospectus/src/schemas/kit/call';

export interface Occupancy {
  readonly beds: number;
  readonly booked: number;
}

export const hostelOccupancy = defineCall({
  name: 'hostelOccupancy',
  wire: 'GET hostel/occupancy?room_id',
  as: 'read',
  access: { code: 'Setting_Configuration' },
  query: { type: 'object', properties: { room_id: { type: 'string', minLength: 1, maxLength: 40 } } },
  data: dataOf<Occupancy>(),
});
