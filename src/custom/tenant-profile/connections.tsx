import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { call } from '../../providers/calls/call';
import { testTenantConnection, type TenantConnection } from '../../schemas/calls/tenant';
import { messageOf } from '../../ui/page/states';
import { Tag } from '../../ui/marks/tag';
import type { Profile } from './use-tenant';

interface Connection {
  readonly key: TenantConnection;
  readonly label: string;
  readonly isOn: (tenant: Profile) => boolean;
}
const connections: readonly Connection[] = [
  {
    key: 'teams_auth_log',
    label: 'Teams: sign-ins',
    isOn: (one) => one.is_teams_auth_log_webhook_enabled === 1 && Boolean(one.teams_auth_log_webhook_url),
  },
  {
    key: 'teams_attendance',
    label: 'Teams: attendance',
    isOn: (one) => one.is_teams_attendance_webhook_enabled === 1 && Boolean(one.teams_attendance_webhook_url),
  },
  {
    key: 'teams_leave',
    label: 'Teams: leave',
    isOn: (one) => one.is_teams_leave_webhook_enabled === 1 && Boolean(one.teams_leave_webhook_url),
  },
  { key: 'zoho', label: 'Zoho CRM', isOn: (one) => one.zoho_integration === 1 },
];

/** The tenant's connections to other systems, each with a button that sends a sample. */
export function Connections({ tenant }: { tenant: Profile }): ReactNode {
  return (
    <section aria-label="Connections">
      <h2>Connections</h2>
      <p className="p-quiet">Sends a labelled sample using the saved settings.</p>
      <ul className="p-connections">
        {connections.map((one) => (
          <ConnectionRow key={one.key} connection={one} on={one.isOn(tenant)} />
        ))}
      </ul>
    </section>
  );
}

function ConnectionRow({ connection: { key, label }, on }: { connection: Connection; on: boolean }): ReactNode {
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<{ readonly well: boolean; readonly text: string }>();
  async function test(): Promise<void> {
    setBusy(true);
    setTold(undefined);
    try {
      const { message, data } = await call(testTenantConnection, { connection: key });
      const status = data.status === null ? [] : [`status ${data.status}`];
      setTold({ well: data.taken, text: [message ?? '', ...status, `${data.ms} ms`].join(' · ') });
    } catch (error) {
      setTold({ well: false, text: messageOf(error) });
    }
    setBusy(false);
  }
  return (
    <li>
      <span>{label}</span>
      <Tag tone={on ? 'green' : 'grey'}>{on ? 'On' : 'Off'}</Tag>
      <Button size="small" disabled={!on} loading={busy} aria-label={`Test ${label}`} onClick={() => void test()}>
        Test
      </Button>
      <span role="status" className={told && !told.well ? 'p-tenant-error' : 'p-quiet'}>
        {told?.text}
      </span>
    </li>
  );
}
