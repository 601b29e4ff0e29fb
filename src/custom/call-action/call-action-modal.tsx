import { Drawer, Modal } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { closeLeadStage, openLeadStage, type LeadStageRequest } from '../../providers/screens/lead-stage-modal';
import { CallActionBody, CallActionFooter } from '../../ui/leads/call-action/call-action-body';
import { focusFirstUsable } from '../../ui/leads/call-action/first-usable';
import { useCallAction, type CallActionState } from '../../ui/leads/call-action/use-call-action';
import { phoneText } from '../../schemas/kit/phone-text';
import { isSteppedTo, leadGone } from '../../ui/leads/work-list/stored-work-list';
import { useWorkPlace, type WorkPlace } from '../../ui/leads/work-list/use-work-place';
import { askToLeave } from '../../ui/dialogs/ask-to-leave';
import { useNarrow } from '../../ui/page/use-narrow';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';

/** Add Lead Stage over any page; on a narrow screen it opens from below. */
export default function CallActionModal({ request }: { request: LeadStageRequest }): ReactNode {
  useFocusBack();
  const place = useWorkPlace(request.leadId);
  const listed = request.dialer ? undefined : place; // after a call the dialer says which lead follows
  const [isNext] = useState(() => isSteppedTo(request.leadId));
  const next = listed && { ask: listed.ask, go: () => listed.go(1, (leadId) => openLeadStage({ leadId })) };
  const state = useCallAction(request, closeLeadStage, next);
  usePassOver(request.leadId, isNext && state.gone, next?.go);
  const narrow = useNarrow();
  useEscape(useAskedEscape(state));
  const focusFirst = (open: boolean): void => (open ? focusFirstUsable() : undefined);
  const title = <Title state={state} place={listed} />;
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
      {...(isNext ? still : {})}
    >
      {body}
    </Modal>
  );
}

/** The next lead's form takes the place of the one before: no animation between them. */
const still = { transitionName: '', maskTransitionName: '' };

/** A next lead that was deleted or reassigned at that moment: the one after it follows. */
function usePassOver(leadId: string, gone: boolean, next: (() => Promise<boolean>) | undefined): void {
  const latest = useRef(next);
  useEffect(() => {
    latest.current = next;
  });
  useEffect(() => {
    if (!gone) return;
    leadGone(leadId);
    void latest.current?.().then((goesOn) => (goesOn ? undefined : closeLeadStage()));
  }, [leadId, gone]);
}

function Title({ state: { before, known: lead }, place }: { state: CallActionState; place: WorkPlace | undefined }): ReactNode {
  const now = [lead?.last_callaction_btn_message, lead?.last_callaction_sub_stage].filter(Boolean).join(', ');
  return (
    <>
      <div className="ca-title">
        <span>{before ? 'Before Add Lead Stage' : 'Add Lead Stage'}</span>
        {place ? (
          <span className="ca-place p-num" title={place.list.title}>
            {place.text}
          </span>
        ) : null}
      </div>
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
      const opened = event.target instanceof Element && event.target.matches('[aria-expanded=true], [data-open] *');
      if (event.key !== 'Escape' || opened) return;
      latest.current();
    };
    document.addEventListener('keydown', onKey, { capture: true }); // before the list closes itself
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}
