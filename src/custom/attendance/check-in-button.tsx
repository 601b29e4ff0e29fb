import { Button, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { call } from '../../providers/calls/call';
import { checkIn, checkOut } from '../../schemas/calls/attendance';
import { toasts } from '../../ui/toasts/toasts';

const places = [
  { value: 'office', label: 'Office' },
  { value: 'remote', label: 'Remote' },
  { value: 'field', label: 'Field' },
] as const;
type Mode = (typeof places)[number]['value'];
/** Milliseconds after which the check-in goes on without a place. */
const longestWait = 4000;

/** Starts or ends the day. Where the browser may tell the place, it goes along; without it the check-in counts as well. */
export function CheckInButton({ isIn, onDone }: { isIn: boolean; onDone: () => void }): ReactNode {
  const [mode, setMode] = useState<Mode>('office');
  const [busy, setBusy] = useState(false);
  const go = async (): Promise<void> => {
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
      {isIn ? null : <Select<Mode> aria-label="Where you work" value={mode} options={[...places]} onChange={setMode} />}
      <Button type="primary" loading={busy} onClick={() => void go()}>
        {isIn ? 'Check out' : 'Check in'}
      </Button>
    </>
  );
}

function placeNow(): Promise<{ latitude?: number; longitude?: number }> {
  const { geolocation } = navigator as Partial<Navigator>;
  if (!geolocation) return Promise.resolve({});
  return new Promise((resolve) => {
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      () => resolve({}),
      { timeout: longestWait, maximumAge: 60_000 },
    );
    setTimeout(() => resolve({}), longestWait);
  });
}
