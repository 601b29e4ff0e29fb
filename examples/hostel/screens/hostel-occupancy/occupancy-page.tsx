import { useCall } from 'prospectus/src/providers/calls/use-call';
import { PageFrame } from 'prospectus/src/ui/page/page-frame';
import type { ReactNode } from 'react';
import { hostelOccupancy } from '../../calls/hostel-occupancy';

export function OccupancyPage(): ReactNode {
  const { data } = useCall(hostelOccupancy, {});
  return (
    <PageFrame title="Hostel occupancy" padded>
      {data ? `${data.booked} of ${data.beds} beds booked` : null}
    </PageFrame>
  );
}
