import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Switch } from 'antd';
import type { ReactNode } from 'react';
import { words } from '../../kinds/kind';
import { callWire } from '../../providers/call';
import { notificationPreferenceList, saveNotificationPreference } from '../../schemas/calls/notifications';
import { pageLoader } from '../../ui/page-loader';
import { ErrorState } from '../../ui/states';
import { useToasts } from '../../ui/toasts';

interface Preference {
  readonly type: string;
  readonly in_app: boolean;
}
const key = ['own-notification-preferences'];

/** Which kinds of notification one wants; a switch is kept at once. */
export function NotificationsTab(): ReactNode {
  const client = useQueryClient();
  const toasts = useToasts();
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async () => (await callWire<readonly Preference[]>(notificationPreferenceList, {})).data,
    retry: false,
  });
  const change = async (type: string, wanted: boolean): Promise<void> => {
    const put = (to: boolean): void =>
      void client.setQueryData<readonly Preference[]>(key, (now) =>
        now?.map((one) => (one.type === type ? { ...one, in_app: to } : one)),
      );
    put(wanted);
    try {
      await callWire(saveNotificationPreference, { type, in_app: wanted });
    } catch (failure) {
      put(!wanted);
      toasts.error(failure);
    }
  };
  if (error) return <ErrorState what="Your preferences could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!data) return pageLoader;
  return (
    <ul className="p-profile-rows" aria-label="Notifications">
      {data.map(({ type, in_app: wanted }) => (
        <li key={type}>
          <span>{names[type] ?? words(type)}</span>
          <Switch checked={wanted} aria-label={names[type] ?? words(type)} onChange={(next) => void change(type, next)} />
        </li>
      ))}
    </ul>
  );
}

const names: Readonly<Record<string, string>> = {
  lead_refered: 'A lead is referred to me',
  leave: 'A leave is asked of me',
  lead_csv_download: 'A file of leads is ready',
  inbound_missed_call: 'A call was missed',
  ticket_assigned: 'A ticket is given to me',
  followup_due: 'A follow-up is due',
  followup_overdue: 'Follow-ups are overdue',
  lead_assigned: 'Leads are assigned to me',
  whatsapp_message: 'A WhatsApp message arrives',
  campaign_finished: 'A campaign has ended',
  import_finished: 'An import has ended',
  leave_decision: 'My leave is decided',
  announcement: 'An announcement',
  approval_needed: 'Something waits for my approval',
};
