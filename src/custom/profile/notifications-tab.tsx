import { useQueryClient } from '@tanstack/react-query';
import { Switch } from 'antd';
import type { ReactNode } from 'react';
import { words } from '../../kinds/kind';
import { call } from '../../providers/calls/call';
import { changeKnown, useCall } from '../../providers/calls/use-call';
import { notificationPreferenceList, saveNotificationPreference, type NotificationWays } from '../../schemas/calls/notifications';
import { pageLoader } from '../../ui/page/page-loader';
import { ErrorState } from '../../ui/page/states';
import { mayShow } from '../../ui/page/browser-notice';
import { toasts } from '../../ui/toasts/toasts';

type Way = 'in_app' | 'email' | 'push';
const ways = [
  ['in_app', ''],
  ['push', ', outside of the page'],
  ['email', ', by email'],
] as const satisfies readonly (readonly [Way, string])[];

/** The kinds of notification the user wants: in the product, from the browser while another page is in front, by email. Saved at once. */
export function NotificationsTab(): ReactNode {
  const client = useQueryClient();
  const { data, error, refetch } = useCall(notificationPreferenceList, {}, { retry: false });
  const change = async (before: NotificationWays, way: Way, wanted: boolean): Promise<void> => {
    const put = (to: boolean): void =>
      changeKnown(client, notificationPreferenceList, {}, (now) =>
        now.map((one) => (one.type === before.type ? { ...one, [way]: to } : one)),
      );
    if (way === 'push' && wanted && !(await mayShow()))
      return toasts.warning('This browser does not let the page show notifications. Allow them in its settings for this site.');
    put(wanted);
    try {
      const { type, in_app, email, push }: NotificationWays = { ...before, [way]: wanted };
      await call(saveNotificationPreference, { type, in_app, email, push });
    } catch (failure) {
      put(!wanted);
      toasts.error(failure);
    }
  };
  if (error) return <ErrorState what="Your preferences could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!data) return pageLoader;
  return (
    <table className="p-profile-ways" aria-label="Notifications">
      <thead>
        <tr>
          <th scope="col">Notify me when</th>
          <th scope="col">Here</th>
          <th scope="col">Browser</th>
          <th scope="col">Email</th>
        </tr>
      </thead>
      <tbody>
        {data.map((one) => (
          <tr key={one.type}>
            <th scope="row">{names[one.type] ?? words(one.type)}</th>
            {ways.map(([way, said]) => (
              <td key={way}>
                <Switch
                  checked={one[way]}
                  aria-label={`${names[one.type] ?? words(one.type)}${said}`}
                  onChange={(next) => void change(one, way, next)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const names: Readonly<Record<string, string>> = {
  lead_refered: 'A lead is referred to me',
  leave: 'Leave is requested from me',
  lead_csv_download: 'An export of leads is ready',
  inbound_missed_call: 'A call was missed',
  ticket_assigned: 'A ticket is assigned to me',
  followup_due: 'A follow-up is due',
  followup_overdue: 'Follow-ups are overdue',
  lead_assigned: 'Leads are assigned to me',
  whatsapp_message: 'A WhatsApp message arrives',
  campaign_finished: 'A campaign has ended',
  import_finished: 'An import has ended',
  leave_decision: 'My leave is decided',
  announcement: 'An announcement',
  approval_needed: 'Something needs my approval',
  note_mention: 'A colleague mentions me in a note',
  referral_answered: 'A lead I referred is accepted or rejected',
  lead_disputed: 'A publisher disputes a lead',
  planned_move: 'A move that I planned in the hierarchy',
};
