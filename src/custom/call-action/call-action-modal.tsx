import { Button, Drawer, Modal, type RefSelectProps } from 'antd';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { closeLeadStage, type LeadStageRequest } from '../../providers/lead-stage-modal';
import { Icon } from '../../ui/icon';
import { phoneText } from '../../ui/phones';
import { useNarrow } from '../../ui/use-narrow';
import { CallActionForm } from './call-action-form';
import './call-action.css';
import { LastActs } from './last-acts';
import { PendingTable } from './pending-table';
import { useCallAction, type CallActionState } from './use-call-action';

const formId = 'ca-form';

/** Add Lead Stage over any screen; from below on a narrow one (screens 2.8). */
export default function CallActionModal({ request }: { request: LeadStageRequest }): ReactNode {
  const state = useCallAction(request, closeLeadStage);
  const narrow = useNarrow();
  const firstField = useRef<RefSelectProps>(null);
  useEscape(state.cancel);
  const known = state.lead !== undefined;
  useEffect(() => {
    // again when it is known which field is the first one; never away from a field somebody already works in
    if (!document.activeElement?.closest('.ca-form')) firstField.current?.focus();
  }, [known]);
  const focusFirst = (open: boolean): void => {
    if (open && !document.activeElement?.closest('.ca-form')) firstField.current?.focus();
  };
  const title = <Title state={state} />;
  const body = (
    <div className="ca" onKeyDownCapture={(event) => saveByKey(event, state.save)}>
      <LastActs leadId={request.leadId} />
      {state.before ? <Before left={state.pendingCount} /> : null}
      {state.followUps.length ? (
        <PendingTable
          lines={state.followUps}
          colorOf={(name) => state.stages.find((one) => one.stage_name === name)?.color ?? null}
          onDone={state.finish}
        />
      ) : null}
      <CallActionForm state={state} formId={formId} firstField={firstField} />
    </div>
  );
  const footer = <Footer state={state} />;
  if (narrow)
    return (
      <Drawer
        open
        placement="bottom"
        size="auto"
        className="ca-sheet"
        title={title}
        footer={footer}
        keyboard={false}
        closable={{ placement: 'end' }}
        onClose={state.cancel}
        afterOpenChange={focusFirst}
      >
        {body}
      </Drawer>
    );
  return (
    <Modal
      open
      width={680}
      className="ca-modal"
      title={title}
      footer={footer}
      keyboard={false}
      onCancel={state.cancel}
      afterOpenChange={focusFirst}
    >
      {body}
    </Modal>
  );
}

function Title({ state: { before, lead } }: { state: CallActionState }): ReactNode {
  const now = [lead?.last_callaction_btn_message, lead?.last_callaction_sub_stage].filter(Boolean).join(', ');
  return (
    <>
      <div className="ca-title">{before ? 'Before Add Lead Stage' : 'Add Lead Stage'}</div>
      <div className="ca-who">
        {lead ? [lead.name, lead.phone ? phoneText(lead.phone) : '', now ? `now ${now}` : ''].filter(Boolean).join(' · ') : ' '}
      </div>
    </>
  );
}

function Before({ left }: { left: number }): ReactNode {
  return (
    <div className="ca-before" role="status">
      <Icon name="warning" />
      <div>
        <strong>Please check below pending followup and click 2 mark as done.</strong>
        <span>The previous follow-up must be completed before a new one is added.</span>
      </div>
      <span className="ca-left">{left} left</span>
    </div>
  );
}

function Footer({ state }: { state: CallActionState }): ReactNode {
  const { waits, failure, saving } = state;
  return (
    <div className="ca-foot">
      <span className={failure ? 'ca-note ca-error' : 'ca-note'} aria-live="polite">
        {failure ? (
          <>
            <Icon name="warning" size={14} /> {failure}
          </>
        ) : waits ? (
          <>
            <Icon name="lock" size={14} /> {waits}
          </>
        ) : null}
      </span>
      <Button onClick={state.cancel}>Cancel</Button>
      <Button type="primary" htmlType="submit" form={formId} disabled={waits !== undefined} loading={saving}>
        Save
      </Button>
    </div>
  );
}

/**
 * Ctrl+Enter saves from anywhere, the comment included; a plain Enter does so in the fields that have no use for it. Heard on the
 * way down, because a list of choices would take it for the key that opens it.
 */
function saveByKey(event: KeyboardEvent, save: () => void): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  const target = event.target as HTMLInputElement;
  const plain = target.tagName === 'INPUT' && ['checkbox', 'radio'].includes(target.type);
  if (!event.ctrlKey && !event.metaKey && !plain) return;
  event.preventDefault();
  event.stopPropagation();
  save();
}

/** Escape closes an open list of choices first, and the modal only when there is none. antd's own key would close both. */
function useEscape(cancel: () => void): void {
  const latest = useRef(cancel);
  useEffect(() => {
    latest.current = cancel;
  });
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape' || (event.target as HTMLElement | null)?.getAttribute('aria-expanded') === 'true') return;
      latest.current();
    };
    document.addEventListener('keydown', onKey, { capture: true }); // before the list closes itself
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}
