import type { Handlers } from 'prospectus/server/context/context';
import { handle } from 'prospectus/server/context/handle';
import sql from 'sql-template-tag';
import { hostelOccupancy, type Occupancy } from '../calls/hostel-occupancy';

export const handlers: Handlers = handle(hostelOccupancy, async ({ tx, session, query }) => {
  const data = await tx.one<Occupancy>(sql`
    select coalesce(sum("beds"), 0)::int as beds, coalesce(sum(
      (select count(*) from "hostel_bookings" b where b."tenant_id" = r."tenant_id" and b."room_id" = r."id"
        and b."deleted_at" is null and b."left_because" is null)), 0)::int as booked
    from "hostel_rooms" r where r."tenant_id" = ${session.tenantId} and r."deleted_at" is null
      and (${query.room_id ?? null}::text is null or r."id" = ${query.room_id ?? null})`);
  return { data };
});
