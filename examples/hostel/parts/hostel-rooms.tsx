import { Progress } from 'antd';
import { useCall } from 'prospectus/src/providers/calls/use-call';
import type { Parts } from 'prospectus/src/providers/screens/parts';
import type { RecordOf } from 'prospectus/src/schemas/kit/resource';
import type { ReactNode } from 'react';
import { hostelOccupancy } from '../calls/hostel-occupancy';
import type { hostelRooms } from '../schemas/hostel-rooms';

export const parts: Parts<typeof hostelRooms> = {
  cells: { block: ({ block }) => (block ? `${block} block` : 'No block') },
  sections: [{ title: 'Occupancy', Section: Occupancy }],
};

function Occupancy({ record }: { readonly record: RecordOf<typeof hostelRooms> }): ReactNode {
  const { data } = useCall(hostelOccupancy, { room_id: String(record.id) }, { version: record });
  if (!data) return null;
  return (
    <>
      {data.booked} of {data.beds} beds booked
      <Progress percent={Math.round((100 * data.booked) / data.beds)} aria-label="Beds booked" />
    </>
  );
}
