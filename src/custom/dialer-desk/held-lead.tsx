import { Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { DeskLead } from '../../schemas/calls/dialer';
import { Icon } from '../../ui/marks/icon';
import { MenuButton } from '../../ui/actions/menu-button';
import { useKeys } from '../../ui/actions/use-keys';
import type { DeskActions } from './use-desk';

/** Seconds during which a progressive call can still be cancelled. */
const grace = 3;

/** The served lead: dial it or skip it. In progressive mode it is dialled automatically after a few seconds. */
export function HeldLead({
  lead,
  auto,
  actions,
  onPause,
}: {
  lead: DeskLead;
  auto: boolean;
  actions: DeskActions;
  onPause: () => void;
}): ReactNode {
  const [left, setLeft] = useState(grace);
  const [dialled, setDialled] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const dial = (): void => {
    if (dialled) return;
    setDialled(true);
    void actions.dial({ entry_id: lead.entry_id }).then((done) => {
      if (!done) {
        setDialled(false);
        onPause();
      }
    });
  };
  const latest = useRef(dial);
  useEffect(() => {
    latest.current = dial;
  });
  useEffect(() => button.current?.focus(), []);
  useEffect(() => {
    if (!auto || dialled) return undefined;
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : latest.current()), 1000);
    return () => clearTimeout(timer);
  }, [auto, dialled, left]);
  useKeys({ d: ['Dial', dial], s: ['Skip for now', () => void actions.leave(lead, 'later')] });
  return (
    <div className="dd-held">
      <span className="p-quiet" role="status">
        {auto && !dialled
          ? `Dialling in ${left} s`
          : lead.attempts
            ? `Attempt ${lead.attempts + 1} of ${lead.max_attempts}`
            : 'First attempt'}
      </span>
      {auto ? <Button onClick={onPause}>Stop</Button> : null}
      <Button disabled={dialled} onClick={() => void actions.leave(lead, 'later')}>
        Skip for now
      </Button>
      <MenuButton
        label="More"
        className="p-icon-button"
        choices={[
          { label: 'Never from this list', choose: () => void actions.leave(lead, 'never') },
          { label: 'Return to the queue', choose: () => void actions.leave(lead, 'release') },
        ]}
      >
        <Icon name="more" />
      </MenuButton>
      <Button ref={button} type="primary" icon={<Icon name="phone" />} loading={dialled} onClick={dial}>
        Dial
      </Button>
    </div>
  );
}
