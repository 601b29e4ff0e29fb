import { Drawer, Modal } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { closeLeadStage, type LeadStageRequest } from '../../providers/screens/lead-stage-modal';
import { CallActionBody, CallActionFooter } from '../../ui/leads/call-action/call-action-body';
import { focusFirstUsable } from '../../ui/leads/call-action/first-usable';
import { useCallAction, type CallActionState } from '../../ui/leads/call-action/use-call-action';
import { phoneText } from '../../ui/leads/phones';
import { askToLeave } from '../../ui/dialogs/ask-to-leave';
import { useNarrow } from '../../ui/page/use-narrow';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';

/** Add Lead Stage over any page; on a narrow screen it opens from below. */
export default function CallActionModal({ request }: { request: LeadStageRequest }): ReactNode {
  useFocusBack();
  const state = useCallAction(request, closeLeadStage);
  const narrow = useNarrow();
  useEscape(useAskedEscape(state));
  const focusFirst = (open: boolean): void => (open ? focusFirstUsable() : undefined);
  const title = <Title state={state} />;
  const body = <CallActionBody leadId={request.leadId} state={state} takesFocus />;
  const footer = <CallActionFooter state={state} onCancel={state.cancel} />;
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

/**
 * Escape is easily pressed by mistake, so a comment is discarded only after confirmation; this includes one written while the
 * call rang.
 */
function useAskedEscape({ form, cancel }: CallActionState): () => void {
  const asking = useRef(false);
  return () => {
    if (asking.current) return;
    if (!form.getValues('message').trim()) return cancel();
    asking.current = true;
    askToLeave(cancel, () => void (asking.current = false));
  };
}

/** Escape first closes an open list of options, then the modal. antd's own handler would close both. */
function useEscape(cancel: () => void): void {
  const latest = useRef(cancel);
  useEffect(() => {
    latest.current = cancel;
  });
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const opened = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true';
      if (event.key !== 'Escape' || opened) return;
      latest.current();
    };
    document.addEventListener('keydown', onKey, { capture: true }); // before the list closes itself
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}
