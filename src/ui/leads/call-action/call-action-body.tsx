import { Button } from 'antd';
import type { KeyboardEvent, ReactNode } from 'react';
import { Icon } from '../../marks/icon';
import { CallActionForm } from './call-action-form';
import './call-action.css';
import { RecentActivity } from './recent-activity';
import { PendingTable } from './pending-table';
import type { CallActionState } from './use-call-action';

const formId = 'ca-form';

/** Add Lead Stage without its frame: in a modal over any page, or as a part of the agent desk. */
export function CallActionBody({
  leadId,
  state,
  takesFocus = false,
}: {
  leadId: string;
  state: CallActionState;
  /** It is the purpose of the page, so its first field gets the focus. */
  takesFocus?: boolean;
}): ReactNode {
  return (
    <div className="ca" onKeyDownCapture={(event) => saveByKey(event, state)}>
      <RecentActivity leadId={leadId} />
      {state.before ? <Before left={state.pendingCount} /> : null}
      {state.followUps.length ? (
        <PendingTable
          lines={state.followUps}
          colorOf={(name) => state.stages.find((one) => one.stage_name === name)?.color ?? null}
          onDone={state.finish}
        />
      ) : null}
      <CallActionForm state={state} formId={formId} takesFocus={takesFocus} />
    </div>
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

/** Why Save is disabled or failed, and the buttons. Where another lead follows, going on to it is the usual way. */
export function CallActionFooter({
  state,
  onCancel,
  saveText = 'Save',
}: {
  state: CallActionState;
  onCancel?: () => void;
  saveText?: string;
}): ReactNode {
  const { waits, failure, saving, saveAndNext } = state;
  return (
    <div className="ca-foot">
      <span className={failure ? 'ca-note p-form-refused' : 'ca-note'} aria-live="polite">
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
      {onCancel ? <Button onClick={onCancel}>Cancel</Button> : null}
      <Button
        type={saveAndNext ? 'default' : 'primary'}
        htmlType="submit"
        form={formId}
        disabled={waits !== undefined || (saving && saveAndNext !== undefined)}
        loading={saving && !saveAndNext}
      >
        {saveText}
      </Button>
      {saveAndNext ? (
        <Button type="primary" title="Ctrl + Enter" disabled={waits !== undefined} loading={saving} onClick={saveAndNext}>
          Save and next
        </Button>
      ) : null}
    </div>
  );
}

/**
 * Ctrl+Enter saves from any field, the comment included, and opens the next lead where one follows; plain Enter saves in fields that
 * do not use it. Handled in the capture phase, because a list of options would treat it as the key that opens it.
 */
function saveByKey(event: KeyboardEvent, { save, saveAndNext = save }: CallActionState): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  const { target } = event;
  const plain = target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type);
  const goesOn = event.ctrlKey || event.metaKey;
  if (!goesOn && !plain) return;
  event.preventDefault();
  event.stopPropagation();
  if (goesOn) saveAndNext();
  else save();
}
