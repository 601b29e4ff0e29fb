import { Button, Select } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { DeskCallback, DeskList, DialerDesk } from '../../schemas/calls/dialer';
import { Icon } from '../../ui/marks/icon';
import { phoneText } from '../../schemas/kit/phone-text';
import { isWholePhone } from '../../ui/leads/phones';
import { Time } from '../../ui/time/time';
import { clockText } from '../../ui/time/use-seconds';
import { NumberPad } from './number-pad';
import type { DeskActions } from './use-desk';
import { waitingNumber } from './waiting-text';

/** The current list, today's figures, leads to call back, and a field for any number. */
export function DeskSide({
  desk,
  list,
  actions,
  working,
  onList,
  onWorking,
}: {
  desk: DialerDesk;
  list: DeskList | undefined;
  actions: DeskActions;
  working: boolean;
  onList: (key: string) => void;
  onWorking: (working: boolean) => void;
}): ReactNode {
  const { today, callbacks } = desk;
  const isBusy = desk.call !== null || desk.lead !== null;
  return (
    <aside className="dd-side" aria-label="Desk">
      {list ? (
        <section>
          <label htmlFor="dd-list">List</label>
          <Select
            id="dd-list"
            aria-label="List"
            value={list.key}
            disabled={isBusy}
            options={desk.lists.map(({ key, value, waiting }) => ({ value: key, label: `${value} (${waitingNumber(waiting)})` }))}
            onChange={onList}
          />
          <p className="p-quiet">
            {modes[list.mode]}
            {list.hours ? ` · ${list.hours}` : ''}
          </p>
          {working ? (
            <Button block icon={<Icon name="pause" />} onClick={() => onWorking(false)}>
              Pause
            </Button>
          ) : null}
        </section>
      ) : null}
      <section>
        <h2>Today</h2>
        <dl className="dd-today">
          {(
            [
              ['Dialled', today.dialled],
              ['Connected', today.connected],
              ['Talk', clockText(today.talk_s)],
            ] as const
          ).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="p-num">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      {callbacks.length ? (
        <section>
          <h2>Missed calls: call back first</h2>
          <ul className="dd-callbacks">
            {callbacks.slice(0, shownCallbacks).map((one) => (
              <li key={one.call_id}>
                <span>
                  <span className="p-cut">{one.name ?? phoneText(one.phone)}</span>
                  <span className="p-quiet">
                    <Time at={one.at} />
                  </span>
                </span>
                <CallBack one={one} desk={desk} actions={actions} />
              </li>
            ))}
          </ul>
          {callbacks.length > shownCallbacks ? <Link to="/dashboard">All missed calls</Link> : null}
        </section>
      ) : null}
      {isBusy ? null : (
        <details className="dd-own">
          <summary>Call a number</summary>
          <NumberPad busy={actions.busy} away={desk.away} onCall={(phone) => void actions.dial({ phone })} />
        </details>
      )}
    </aside>
  );
}

/** A few; the dashboard has the whole list. */
const shownCallbacks = 5;

/** Nothing where the number is hidden and leads to no lead. */
function CallBack({ one, desk, actions }: { one: DeskCallback; desk: DialerDesk; actions: DeskActions }): ReactNode {
  const { lead_id, phone } = one;
  const whom = lead_id !== null ? { lead_id } : isWholePhone(phone) ? { phone } : undefined;
  if (!whom) return null;
  return (
    <Button
      size="small"
      disabled={desk.call !== null && desk.call.state !== 'wrap_up'}
      aria-label={`Call ${one.name ?? phoneText(phone)} back`}
      onClick={() => void actions.dial(whom)}
    >
      Call
    </Button>
  );
}

const modes: Readonly<Record<DeskList['mode'], string>> = {
  manual: 'Manual: you ask for each lead',
  preview: 'Preview: you see the lead, then dial',
  progressive: 'Progressive: leads are dialled for you',
};
