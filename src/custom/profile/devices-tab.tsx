import { Button } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../providers/calls/call';
import { useCall } from '../../providers/calls/use-call';
import { endSignIn, sessionList } from '../../schemas/calls/sessions';
import { pageLoader } from '../../ui/page/page-loader';
import { ErrorState } from '../../ui/page/states';
import { deviceText } from '../../ui/marks/device-text';
import { Tag } from '../../ui/marks/tag';
import { Time } from '../../ui/time/time';
import { toasts } from '../../ui/toasts/toasts';

/** The user's sessions; all but the current one can be ended here. */
export function DevicesTab(): ReactNode {
  const { data, error, refetch } = useCall(sessionList, {}, { retry: false });
  const end = async (id: string): Promise<void> => {
    try {
      toasts.success((await call(endSignIn, { id })).message ?? '');
    } catch (failure) {
      toasts.error(failure);
    }
    void refetch();
  };
  if (error) return <ErrorState what="Your sessions could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!data) return pageLoader;
  return (
    <ul className="p-profile-rows" aria-label="Signed in at">
      {data.map((one) => (
        <li key={one.id}>
          <div>
            <strong>{deviceText(one.agent ?? '')}</strong> {one.current ? <Tag tone="green">This device</Tag> : null}
            <p>
              {one.ip ?? 'unknown IP address'} · signed in <Time at={one.since} /> · last seen <Time at={one.last_seen} />
            </p>
          </div>
          {one.current ? null : (
            <Button onClick={() => void end(one.id)} aria-label={`Sign out ${deviceText(one.agent ?? '')}`}>
              Sign out
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
