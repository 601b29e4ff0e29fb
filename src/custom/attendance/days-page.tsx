import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useResourceNow } from '../../providers/screens/use-resource';
import { ResourceList } from '../../resources/list/resource-list';
import { AttendanceTabs } from './attendance-tabs';

/** /employee/attendance/days: every day's record, which a manager can correct. */
export default function DaysPage(): ReactNode {
  const { resource } = useResourceNow('attendance', useLocation().key);
  return <ResourceList resource={resource} bar={<AttendanceTabs />} />;
}
