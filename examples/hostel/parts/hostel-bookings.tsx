import { Alert } from 'antd';
import type { Parts } from 'prospectus/src/providers/screens/parts';
import { RecordBody } from 'prospectus/src/resources/detail/record-body';
import { RecordPage } from 'prospectus/src/resources/detail/record-page';
import { ResourceList } from 'prospectus/src/resources/list/resource-list';
import { plainDate } from 'prospectus/src/ui/time/dates';
import type { hostelBookings } from '../schemas/hostel-bookings';

export const parts: Parts<typeof hostelBookings> = {
  pages: {
    list: ({ resource }) => (
      <ResourceList resource={resource} bar={<Alert title="Arrivals are from 10 am." type="info" banner />} />
    ),
    record: ({ resource, id }) => (
      <RecordPage resource={resource} id={id}>
        {(row) => (
          <>
            <p>Expected on {plainDate(String(row['from']))}.</p>
            <RecordBody resource={resource} row={row} id={id} />
          </>
        )}
      </RecordPage>
    ),
  },
};
