import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePermissionsResolved } from '../../providers/session/use-permissions-resolved';
import { useMayDo } from '../../providers/rights';
import { dialerDesk, type DialerDesk } from '../../schemas/calls/dialer';
import { PageFrame } from '../../ui/page/page-frame';
import { pageLoader } from '../../ui/page/page-loader';
import { EmptyState, ErrorState, NoPermission } from '../../ui/page/states';
import { CallPanel } from './call-panel';
import './desk.css';
import { DeskSide } from './desk-side';
import { HeldLead } from './held-lead';
import { LeadFacts } from './lead-facts';
import { Waiting } from './waiting';
import { WrapUp } from './wrap-up';
import { isGoingOn, useDesk, useDeskActions } from './use-desk';

/** /dialer: the agent desk. One lead at a time: served, called, wrapped up, then the next one. */
export default function DeskPage(): ReactNode {
  const mayDial = useMayDo(dialerDesk)('read');
  if (!usePermissionsResolved(true)) return pageLoader;
  return mayDial ? (
    <Desk />
  ) : (
    <PageFrame title="Dialer" padded>
      <NoPermission module="LEADS" />
    </PageFrame>
  );
}

function Desk(): ReactNode {
  const { data: desk, error, refetch } = useDesk();
  return (
    <PageFrame title="Dialer" scope={desk?.away ? 'You are on a break' : undefined} padded>
      {desk ? (
        <Room desk={desk} />
      ) : error ? (
        <ErrorState what="The desk could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        pageLoader
      )}
    </PageFrame>
  );
}

function Room({ desk }: { desk: DialerDesk }): ReactNode {
  const [address, setAddress] = useSearchParams();
  const actions = useDeskActions();
  /** The agent is calling: after a wrap-up the next lead is served automatically, except in manual mode. */
  const [working, setWorking] = useState(false);
  const asked = address.get('list');
  const list =
    desk.lists.find((one) => one.key === (desk.call?.list_key ?? desk.lead?.list_key ?? asked)) ??
    desk.lists.find((one) => one.open && one.waiting > 0) ??
    desk.lists[0];
  const { call, lead } = desk;
  const leadId = call?.lead_id ?? lead?.lead_id;
  const goOn = working && list !== undefined && list.mode !== 'manual';
  return (
    <div className="dd-room" data-over={(call && !isGoingOn(call)) || undefined}>
      <DeskSide
        desk={desk}
        list={list}
        actions={actions}
        working={working}
        onList={(key) => setAddress({ list: key }, { replace: true })}
        onWorking={(next) => {
          setWorking(next);
          if (!next && lead && !call) void actions.leave(lead, 'release');
        }}
      />
      <section className="dd-main" aria-label="Lead and call">
        {call && isGoingOn(call) ? <CallPanel call={call} desk={desk} actions={actions} /> : null}
        {!call && lead && list ? (
          <HeldLead
            key={lead.entry_id}
            lead={lead}
            auto={goOn && list.mode === 'progressive'}
            actions={actions}
            onPause={() => setWorking(false)}
          />
        ) : null}
        {leadId ? <LeadFacts leadId={leadId} lead={lead} script={list?.script ?? null} /> : null}
        {call || lead ? null : list ? (
          <Waiting
            key={list.key}
            desk={desk}
            list={list}
            actions={actions}
            working={goOn}
            onStart={() => {
              setAddress({ list: list.key }, { replace: true }); // the next lead is requested from the same list
              setWorking(list.mode !== 'manual');
            }}
          />
        ) : (
          <EmptyState icon="phone" title="You are not in a dialer list">
            Your administrator names the callers of a list under Configuration, Dialer lists. You can call any number from here
            all the same.
          </EmptyState>
        )}
      </section>
      {call ? <WrapUp key={call.id} call={call} desk={desk} list={list} actions={actions} goOn={goOn} /> : null}
    </div>
  );
}
