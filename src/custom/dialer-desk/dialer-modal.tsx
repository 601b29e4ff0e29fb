import { Drawer, Modal } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Link } from 'react-router-dom';
import { closeDialer, useDialerOpen } from '../../providers/screens/dialer-modal';
import { openLeadStage } from '../../providers/screens/lead-stage-modal';
import { pageLoader } from '../../ui/page/page-loader';
import { ErrorState } from '../../ui/page/states';
import { useNarrow } from '../../ui/page/use-narrow';
import { CallPanel } from './call-panel';
import './desk.css';
import { NumberPad } from './number-pad';
import { OutcomeForm } from './outcome-form';
import { isGoingOn, useDesk, useDeskActions } from './use-desk';

/** The dialer over any page: a number to call, the call in progress, and its outcome. */
export default function DialerModal(): ReactNode {
  const open = useDialerOpen();
  const narrow = useNarrow();
  const { pathname } = useLocation();
  useEffect(() => closeDialer, [pathname]); // the modal does not stay open on the next page
  const body = open ? <DialerBody /> : null;
  if (narrow)
    return (
      <Drawer open={open} placement="bottom" size="auto" title="Dialer" closable={{ placement: 'end' }} onClose={closeDialer}>
        {body}
      </Drawer>
    );
  return (
    <Modal open={open} width={360} title="Dialer" footer={null} onCancel={closeDialer}>
      {body}
    </Modal>
  );
}

function DialerBody(): ReactNode {
  const { data: desk, error, refetch } = useDesk();
  const actions = useDeskActions();
  if (!desk)
    return error ? (
      <ErrorState what="The dialer could not be loaded." error={error} onRetry={() => void refetch()} />
    ) : (
      pageLoader
    );
  const { call } = desk;
  return (
    <div className="dd-modal">
      {call && isGoingOn(call) ? (
        <CallPanel call={call} desk={desk} actions={actions} />
      ) : call ? (
        <OutcomeForm
          key={call.id}
          call={call}
          busy={actions.busy}
          onFinish={async (outcome, note) => {
            const done = await actions.finish(call, outcome, note);
            if (!done || !call.lead_id) return;
            closeDialer();
            openLeadStage({ leadId: call.lead_id, dialer: true });
          }}
        />
      ) : (
        <NumberPad busy={actions.busy} away={desk.away} onCall={(phone) => void actions.dial({ phone })} />
      )}
      <Link to="/dialer" className="dd-to-desk">
        Open the agent desk
      </Link>
    </div>
  );
}
