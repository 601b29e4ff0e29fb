import { Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { DeskList, DialerDesk } from '../../schemas/calls/dialer';
import { Icon } from '../../ui/marks/icon';
import { EmptyState } from '../../ui/page/states';
import { useKeys } from '../../ui/actions/use-keys';
import type { DeskActions } from './use-desk';
import { waitingLeads } from './waiting-text';

/** Shown between two leads. Requests the next one, automatically while the agent is calling and a lead is due. */
export function Waiting({
  desk,
  list,
  actions,
  working,
  onStart,
}: {
  desk: DialerDesk;
  list: DeskList;
  actions: DeskActions;
  working: boolean;
  onStart: () => void;
}): ReactNode {
  const [empty, setEmpty] = useState(false);
  const asking = useRef(false);
  const ask = async (): Promise<void> => {
    if (asking.current) return;
    asking.current = true;
    const served = await actions.next(list.key);
    asking.current = false;
    setEmpty(served === null);
  };
  const may = list.open && !desk.away;
  const isDue = may && list.waiting > 0;
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (working && isDue) void latest.current();
  }, [working, isDue, list.waiting]);
  const start = (): void => {
    onStart();
    void ask();
  };
  useKeys({ n: may ? ['Next lead', start] : undefined });
  const next = (
    <Button type="primary" icon={<Icon name="phone" />} disabled={!may} loading={actions.busy} onClick={start}>
      {list.mode === 'manual' ? 'Next lead' : working ? 'Check again' : 'Start calling'}
    </Button>
  );
  if (desk.away)
    return (
      <EmptyState icon="clock" title="You are on a break" next={next}>
        End your break in the header to continue calling.
      </EmptyState>
    );
  if (!list.open)
    return (
      <EmptyState icon="clock" title="Outside calling hours" next={next}>
        The calling hours of {list.value} are {list.hours}, in your organisation’s time zone.
      </EmptyState>
    );
  return (
    <EmptyState icon="phone" title={isDue && !empty ? 'Ready' : 'No lead is due'} next={next}>
      {isDue && !empty
        ? `${waitingLeads(list.waiting)} waiting in ${list.value}.`
        : `Every lead in ${list.value} has been called or is waiting for its next attempt. This page checks again every minute.`}
    </EmptyState>
  );
}
