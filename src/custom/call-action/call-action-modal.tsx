import { Drawer, Modal, type RefSelectProps } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { closeLeadStage, type LeadStageRequest } from '../../providers/lead-stage-modal';
import { CallActionBody, CallActionFooter } from '../../ui/call-action/call-action-body';
import { useCallAction, type CallActionState } from '../../ui/call-action/use-call-action';
import { phoneText } from '../../ui/phones';
import { askToLeave } from '../../ui/ask-to-leave';
import { useNarrow } from '../../ui/use-narrow';
import { useFocusBack } from '../../ui/use-focus-back';

/** Add Lead Stage over any screen; from below on a narrow one. */
export default function CallActionModal({ request }: { request: LeadStageRequest }): ReactNode {
  useFocusBack();
  const state = useCallAction(request, closeLeadStage);
  const narrow = useNarrow();
  const firstField = useRef<RefSelectProps>(null);
  useEscape(useAskedEscape(state));
  const known = state.lead !== undefined;
  useEffect(() => {
    // again when it is known which field is the first one; never away from a field somebody already works in
    if (!document.activeElement?.closest('.ca-form')) firstField.current?.focus();
  }, [known]);
  const focusFirst = (open: boolean): void => {
    if (open && !document.activeElement?.closest('.ca-form')) firstField.current?.focus();
  };
  const title = <Title state={state} />;
  const body = <CallActionBody leadId={request.leadId} state={state} firstField={firstField} />;
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

/** Escape is a key pressed by mistake too: a comment, also one that was written while the call rang, goes only when its writer says so. */
function useAskedEscape({ form, cancel }: CallActionState): () => void {
  const asking = useRef(false);
  return () => {
    if (asking.current) return;
    if (!form.getValues('message').trim()) return cancel();
    asking.current = true;
    askToLeave(cancel, () => void (asking.current = false));
  };
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
