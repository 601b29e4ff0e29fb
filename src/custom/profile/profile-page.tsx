import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCall } from '../../providers/calls/use-call';
import { profile } from '../../schemas/calls/profile';
import { PageFrame } from '../../ui/page/page-frame';
import { pageLoader } from '../../ui/page/page-loader';
import { ErrorState } from '../../ui/page/states';
import { AttendanceTab } from './attendance-tab';
import { DetailsTab } from './details-tab';
import { DevicesTab } from './devices-tab';
import { NotificationsTab } from './notifications-tab';
import { NumbersTab } from './numbers-tab';
import { PasswordTab } from './password-tab';
import './profile.css';

/** /profile: the user's details, password, sessions, notifications, numbers and attendance. */
export default function ProfilePage(): ReactNode {
  const [query, setQuery] = useSearchParams();
  const { data, error, refetch } = useCall(profile, {}, { retry: false });
  const again = (): void => void refetch();
  if (error && !data)
    return (
      <PageFrame title="My account">
        <ErrorState what="Your account could not be loaded" error={error} onRetry={again} />
      </PageFrame>
    );
  return (
    <PageFrame title="My account" padded>
      {data ? (
        <Tabs
          className="p-profile"
          activeKey={query.get('tab') ?? 'details'}
          onChange={(tab) => setQuery({ tab }, { replace: true })}
          items={[
            { key: 'details', label: 'Details', children: <DetailsTab own={data} onSaved={again} /> },
            { key: 'password', label: 'Password', children: <PasswordTab /> },
            { key: 'devices', label: 'Sessions and devices', children: <DevicesTab /> },
            { key: 'notifications', label: 'Notification preferences', children: <NotificationsTab /> },
            { key: 'numbers', label: 'My numbers', children: <NumbersTab own={data} onSaved={again} /> },
            { key: 'attendance', label: 'My attendance', children: <AttendanceTab own={data} /> },
          ]}
        />
      ) : (
        pageLoader
      )}
    </PageFrame>
  );
}
