import type { Hooks } from 'prospectus/server/context/hooks';
import { invalid } from 'prospectus/src/schemas/kit/problem';
import sql from 'sql-template-tag';
import type { hostelBookings } from '../schemas/hostel-bookings';

export const hooks: Hooks<typeof hostelBookings> = {
  async beforeCreate(draft, { tx, session }) {
    const room = await tx.row<{ beds: number; status: number }>(sql`
      select "beds", "status" from "hostel_rooms" where "tenant_id" = ${session.tenantId} and "id" = ${draft.room_id} for update`);
    if (room?.status === 0) throw invalid('room_id', `All ${room.beds} beds of this room are booked`);
    return draft;
  },
  async afterWrite({ room_id }, _before, { tx, session }) {
    await tx.run(sql`
      update "hostel_rooms" set "status" = case when "beds" > (select count(*) from "hostel_bookings" b
          where b."tenant_id" = ${session.tenantId} and b."room_id" = ${room_id} and b."deleted_at" is null and b."until" is null)
        then 1 else 0 end
      where "tenant_id" = ${session.tenantId} and "id" = ${room_id}`);
  },
};
