import { keyFrom } from 'prospectus/server/catalogue/drafts';
import { fetchRow } from 'prospectus/server/catalogue/rows';
import { updateRow } from 'prospectus/server/catalogue/update';
import type { Handlers } from 'prospectus/server/context/context';
import { handleAction } from 'prospectus/server/context/handle-action';
import { invalid, problem } from 'prospectus/src/schemas/kit/problem';
import { hooks } from '../hooks/hostel-bookings';
import { hostelBookings } from '../schemas/hostel-bookings';

export const handlers: Handlers = handleAction(hostelBookings, 'checkOut', async (context) => {
  const { until, reason } = context.body;
  const booking = await fetchRow(hostelBookings, keyFrom(hostelBookings, context), context, { lock: true });
  if (booking.left_because) throw problem(409, `${booking.guest} has already left.`);
  if (typeof until !== 'string' || until < booking.from) throw invalid('until', 'The day of leaving is not before the arrival');
  if (typeof reason !== 'string' || reason.length < 3 || reason.length > 300)
    throw invalid('reason', 'Reason for leaving has 3 to 300 characters');
  const left = await updateRow(hostelBookings, booking.id, { until, left_because: reason }, context);
  await hooks.afterWrite?.(left, booking, context);
  return { message: `${booking.guest} has checked out.` };
});
