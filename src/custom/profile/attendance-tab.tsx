import type { ReactNode } from 'react';
import { words } from '../../kinds/kind';
import { EmptyState } from '../../ui/page/states';
import type { OwnProfile } from '../../schemas/calls/profile';

/** The last thirty days, counted by state. */
export function AttendanceTab({ own }: { own: OwnProfile }): ReactNode {
  const days = Object.entries(own.attendance ?? {});
  if (!days.length)
    return (
      <EmptyState title="No attendance in the last 30 days" icon="calendar">
        Your days appear here once you check in.
      </EmptyState>
    );
  return (
    <dl className="p-profile-days" aria-label="Last 30 days">
      {days.map(([state, count]) => (
        <div key={state}>
          <dt>{words(state)}</dt>
          <dd className="p-num">{count}</dd>
        </div>
      ))}
    </dl>
  );
}
