import { Drawer, Modal } from 'antd';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
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

/**
 * Add Lead Stage over any page; on a narrow screen it opens from below. From lead to lead the window stays; its title, its form and its
 * buttons belong to one lead.
 */
export default function CallActionModal({ request }: { request: LeadStageRequest }): ReactNode {
  useFocusBack();
  const [isNext] = useState(() => isSteppedTo(request.leadId));
  const [head, setHead] = useState<HTMLElement | null>(null);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const cancel = useRef(closeLeadStage);
  const closesBy = useCallback((way: () => void) => void (cancel.current = way), []);
  const narrow = useNarrow();
  const onClose = (): void => cancel.current();
  const shared = {
    open: true,
    title: <div ref={setHead} />,
    footer: <div ref={setFoot} />,
    keyboard: false,
    afterOpenChange: (open: boolean): void => (open ? focusFirstUsable() : undefined),
    children: head && foot ? <StageOfLead key={request.leadId} {...{ request, head, foot, closesBy }} /> : null,
  };
  return narrow ? (
    <Drawer {...shared} placement="bottom" size="auto" className="ca-sheet" closable={{ placement: 'end' }} onClose={onClose} />
  ) : (
    <Modal {...shared} width={680} className="ca-modal" onCancel={onClose} {...(isNext ? still : {})} />
  );
}

/** The form of the next lead opens at once: no animation before it takes a key. */
const still = { transitionName: '', maskTransitionName: '' };

interface InWindow {
  readonly request: LeadStageRequest;
  readonly head: HTMLElement;
  readonly foot: HTMLElement;
  /** What the window's own button to close it does. */
  readonly closesBy: (way: () => void) => void;
}
function StageOfLead({ request, head, foot, closesBy }: InWindow): ReactNode {
  const place = useWorkPlace(request.leadId);
  const listed = request.dialer ? undefined : place; // after a call the dialer says which lead follows
  const [isNext] = useState(() => isSteppedTo(request.leadId));
  const next = listed && { ask: listed.ask, go: () => listed.go(1, (leadId) => openLeadStage({ leadId })) };
  const state = useCallAction(request, closeLeadStage, next);
  usePassOver(request.leadId, isNext && state.gone, next?.go);
  useEscape(useAskedEscape(state));
  useEffect(() => closesBy(state.cancel));
  return (
    <>
      {createPortal(<Title state={state} place={listed} />, head)}
      <CallActionBody leadId={request.leadId} state={state} takesFocus />
      {createPortal(<CallActionFooter state={state} onCancel={state.cancel} />, foot)}
    </>
  );
}

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
