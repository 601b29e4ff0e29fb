import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { call } from '../../providers/calls/call';
import { checkIn, checkOut } from '../../schemas/calls/attendance';
import { MenuButton } from '../../ui/actions/menu-button';
import { Icon } from '../../ui/marks/icon';
import { toasts } from '../../ui/toasts/toasts';

type Mode = 'office' | 'remote' | 'field';
/** Milliseconds after which the check-in is sent without a place. */
const longestWait = 4000;

/** Starts or ends the day. The place is sent if the browser may say it; without it the check-in counts as well. */
export function CheckInButton({ isIn, onDone }: { isIn: boolean; onDone: () => void }): ReactNode {
  const [busy, setBusy] = useState(false);
  const go = async (mode: Mode): Promise<void> => {
    setBusy(true);
    try {
      const { message } = isIn ? await call(checkOut, {}) : await call(checkIn, { mode, ...(await placeNow()) });
      toasts.success(message ?? 'Done');
    } catch (error) {
      toasts.error(error);
    }
    setBusy(false);
    onDone();
  };
  return (
    <>
      <Button type="primary" loading={busy} onClick={() => void go('office')}>
        {isIn ? 'Check out' : 'Check in'}
      </Button>
      {isIn ? null : (
        <MenuButton
          label="Check in elsewhere"
          className="p-icon-button p-framed"
          choices={[
            { label: 'Check in from home', choose: () => void go('remote') },
            { label: 'Check in from the field', choose: () => void go('field') },
          ]}
        >
          <Icon name="open" />
        </MenuButton>
      )}
    </>
  );
}

function placeNow(): Promise<{ latitude?: number; longitude?: number }> {
  if (!('geolocation' in navigator)) return Promise.resolve({});
  const { geolocation } = navigator;
  return new Promise((resolve) => {
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      () => resolve({}),
      { timeout: longestWait, maximumAge: 60_000 },
    );
    setTimeout(() => resolve({}), longestWait);
  });
}
