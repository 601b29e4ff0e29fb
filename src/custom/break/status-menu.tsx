import { useEffect, useState, type ReactNode } from 'react';
import { useSession } from '../../providers/session/session';
import { MenuButton } from '../../ui/actions/menu-button';
import { Icon } from '../../ui/marks/icon';
import { onDemand, useWarm } from '../../ui/dialogs/on-demand';
import { serverNow } from '../../ui/time/server-clock';
import { toasts } from '../../ui/toasts/toasts';
import { useAutoBreak } from './use-auto-break';
import './break.css';
import { saveStatus } from './save-status';

const BreakReasonModal = onDemand('break-reason', () => import('./break-reason-modal'));

/** Online or on a break. The closed control shows Offline during a break, the list offers Break (D-069). */
export function StatusMenu(): ReactNode {
  const user = useSession()?.user;
  const [asking, setAsking] = useState(false);
  useAutoBreak();
  useWarm(BreakReasonModal);
  if (!user) return null;
  const online = user.user_status !== 1;
  const word = online ? 'Online' : 'Offline';
  const comeBack = async (): Promise<void> => {
    try {
      toasts.success(await saveStatus(0));
    } catch {
      toasts.error('Error!');
    }
  };
  return (
    <>
      {online ? null : (
        <span className="p-on-break">
          <BreakLength since={user.on_break?.since} reason={user.on_break?.reason} />
          <button type="button" className="p-link" onClick={() => void comeBack()}>
            End break
          </button>
        </span>
      )}
      <MenuButton
        label={`Status: ${word}`}
        title="Your status"
        className="p-status-button"
        choices={[
          { label: 'Online', choose: () => void comeBack() },
          { label: 'Break', choose: () => setAsking(true) },
        ]}
      >
        <span className="p-status-dot" data-online={online} />
        <span>{word}</span>
        <Icon name="right" size={12} />
      </MenuButton>
      {asking ? <BreakReasonModal onClose={() => setAsking(false)} /> : null}
    </>
  );
}

/** 'Lunch Break · 12 min'. The start of a break from another browser is unknown. */
function BreakLength({ since, reason }: { since: string | undefined; reason: string | undefined }): ReactNode {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const from = Date.parse(since ?? '');
  const minutes = Number.isNaN(from) ? undefined : Math.max(0, Math.floor((now - from) / 60_000));
  return (
    <span>
      {reason || 'On break'}
      {minutes === undefined ? '' : ` · ${minutes} min`}
    </span>
  );
}
