import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PageFrame } from '../../ui/page/page-frame';
import './auth-time.css';
import { ExportsTab } from './exports-tab';
import { SessionsTab } from './sessions-tab';
import { TimeTab } from './time-tab';

const tabs = [
  { key: 'time', label: 'Auth time spent', children: <TimeTab /> },
  { key: 'sessions', label: 'Sessions', children: <SessionsTab /> },
  { key: 'exports', label: 'CSV exports', children: <ExportsTab /> },
] as const;

/** /employee/authentication: working time by day, live sessions, and the reader's exports. */
export default function AuthTimePage(): ReactNode {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('activateCsvExportTab') === 'true' ? 'exports' : query.get('tab');
  return (
    <PageFrame title="Auth Time Spent" padded>
      <Tabs
        destroyOnHidden
        activeKey={tabs.find(({ key }) => key === asked)?.key ?? 'time'}
        onChange={(tab) => setQuery(tab === 'time' ? {} : { tab }, { replace: true })}
        items={[...tabs]}
      />
    </PageFrame>
  );
}
