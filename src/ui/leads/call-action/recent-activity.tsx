import type { ReactNode } from 'react';
import { useCall } from '../../../providers/calls/use-call';
import { counted } from '../../../schemas/kit/counted';
import { leadJourney } from '../../../schemas/calls/leads';
import type { JourneyEntry } from '../../../schemas/kit/lead-journey';
import { fullTime, shortTime } from '../../time/dates';
import { recordEntryText } from '../record-entry-text';

/** The last three activities of the lead, above the form. */
export function RecentActivity({ leadId }: { leadId: string }): ReactNode {
  const { data } = useCall(leadJourney, { id: leadId, limit: 3 }, { retry: false });
  if (data?.length === 0) return null;
  return (
    <ol className="ca-acts" aria-label="Recent activity">
      {data ? (
        data.map((entry) => (
          <li key={entry.id} title={`${fullTime(entry.at)} · ${activityText(entry)}`}>
            <span className="p-quiet">{brief(entry.at)}</span> {activityText(entry)}
          </li>
        ))
      ) : (
        <li>
          <span className="p-bone" style={{ width: 120 }} />
        </li>
      )}
    </ol>
  );
}

/** An activity in a few words. */
export function activityText(entry: JourneyEntry): string {
  switch (entry.kind) {
    case 'capture':
      return [entry.is_re_enquiry ? 'Enquired again' : 'Enquired', entry.source_name].filter(Boolean).join(', ');
    case 'call_action':
      return [entry.btn_message, entry.sub_stage].filter(Boolean).join(', ');
    case 'follow_up_added':
      return `Follow-up for ${shortTime(entry.call_date_time)}`;
    case 'follow_up_done':
      return 'Follow-up completed';
    case 'call':
      return (entry.talk_s ?? 0) > 0
        ? `Call, connected ${minutes(entry.talk_s ?? 0)}`
        : `Call, ${entry.outcome?.replaceAll('_', ' ') ?? 'in progress'}`;
    case 'owner_change':
      return entry.to_user_name ? `Assigned to ${entry.to_user_name}` : 'Owner removed';
    case 'merge':
      return entry.undone ? `Merge with ${entry.lost_name ?? 'a lead'} undone` : `Merged with ${entry.lost_name ?? 'a lead'}`;
    case 'field_change':
      return `${counted(entry.changes.length, 'field')} changed`;
    default:
      return capitalised(recordEntryText(entry));
  }
}
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** '10:08' today, otherwise only the date. */
const brief = (at: string): string => {
  const [day, ...rest] = shortTime(at).split(' ');
  return day === 'Today' ? rest.join(' ') : day === 'Yesterday' ? day : shortTime(at);
};
const minutes = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`;
