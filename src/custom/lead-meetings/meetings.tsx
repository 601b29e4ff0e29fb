import { Button } from 'antd';
import { useCallback, useState, type ReactNode } from 'react';
import { useLeadTabAction } from '../../providers/screens/lead-tab-action';
import type { Lead } from '../../schemas/leads/leads';
import { ask } from '../../ui/dialogs/ask';
import { leadName } from '../../ui/leads/lead-text';
import { useMayChangeLead } from '../../ui/leads/use-may-change-lead';
import { Icon } from '../../ui/marks/icon';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { serverNow } from '../../ui/time/server-clock';
import { toasts } from '../../ui/toasts/toasts';
import './lead-meetings.css';
import { useMeetingActs, useMeetings, type Meeting } from './meeting-calls';
import { MeetingDialog } from './meeting-dialog';
import { MeetingRow, type MeetingActs } from './meeting-row';
import { NoteDialog } from './note-dialog';
import { OutcomeDialog } from './outcome-dialog';

type Dialog = { readonly what: 'plan' | 'note' | 'outcome'; readonly meeting?: Meeting };

/** The lead's meetings: those to come, the next one first, then those that are over, the last one first. */
export default function Meetings({ lead }: { lead: Lead }): ReactNode {
  const query = useMeetings(String(lead.id));
  const mayAdd = useMayChangeLead(String(lead.id), 'virtual-meetings', 'create');
  const mayChange = useMayChangeLead(String(lead.id), 'virtual-meetings', 'update');
  const mayPlan = mayAdd && mayChange;
  const [dialog, setDialog] = useState<Dialog>();
  useLeadTabAction(
    'meeting',
    useCallback(() => setDialog({ what: 'plan' }), []),
  );
  const actsOf = useActs(setDialog);
  const [now] = useState(serverNow);
  const all = query.data ?? [];
  const isAhead = ({ state, starts_at }: Meeting): boolean => state === 'scheduled' && Date.parse(starts_at) > now - 3_600_000;
  const ahead = all.filter(isAhead).toReversed();
  const over = all.filter((one) => !isAhead(one));
  const rows = (list: readonly Meeting[]): ReactNode => (
    <ul className="vm-list">
      {list.map((meeting) => (
        <MeetingRow key={meeting.id} meeting={meeting} {...(mayPlan ? { acts: actsOf(meeting) } : {})} />
      ))}
    </ul>
  );
  const plan = mayPlan ? (
    <Button icon={<Icon name="calendar" size={14} />} onClick={() => setDialog({ what: 'plan' })}>
      Schedule meeting
    </Button>
  ) : null;
  return (
    <section aria-label="Meetings" className="vm">
      {query.isPending ? (
        <div aria-busy="true" aria-label="Loading" className="vm-bones">
          {[64, 48, 58].map((width) => (
            <span key={width} className="p-bone" style={{ width: `${width}%` }} />
          ))}
        </div>
      ) : query.isError ? (
        <ErrorState what="The meetings could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
      ) : all.length === 0 ? (
        <EmptyState title="No meeting yet" icon="calendar" next={plan} />
      ) : (
        <>
          <div className="vm-head">{plan}</div>
          {ahead.length ? (
            <>
              <h2>To come</h2>
              {rows(ahead)}
            </>
          ) : null}
          {over.length ? (
            <>
              <h2>Over or cancelled</h2>
              {rows(over)}
            </>
          ) : null}
        </>
      )}
      {dialog?.what === 'plan' && mayPlan ? (
        <MeetingDialog
          leadId={String(lead.id)}
          leadName={leadName(lead)}
          meeting={dialog.meeting}
          hasEmail={Boolean(lead.email)}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
      {dialog?.what === 'note' && dialog.meeting ? (
        <NoteDialog meeting={dialog.meeting} onClose={() => setDialog(undefined)} />
      ) : null}
      {dialog?.what === 'outcome' && dialog.meeting ? (
        <OutcomeDialog meeting={dialog.meeting} onClose={() => setDialog(undefined)} />
      ) : null}
    </section>
  );
}

function useActs(open: (dialog: Dialog) => void): (meeting: Meeting) => MeetingActs {
  const { change, tell, askForLink } = useMeetingActs();
  const say = (work: Promise<void>, done: string): Promise<void> =>
    work.then(
      () => toasts.success(done),
      (error: unknown) => toasts.error(error),
    );
  return (meeting) => ({
    reschedule: () => open({ what: 'plan', meeting }),
    note: () => open({ what: 'note', meeting }),
    outcome: () => open({ what: 'outcome', meeting }),
    set: (state) => void say(change(meeting.id, { state }), state === 'done' ? 'Marked as held' : 'Marked as a no-show'),
    tell: () => void say(tell(meeting.id), 'Lead emailed'),
    askForLink: () => void say(askForLink(meeting.id), 'The video provider is asked again'),
    cancel: () =>
      ask({
        title: 'Cancel this meeting?',
        content: meeting.tell_lead === false || !meeting.told_at ? 'The lead gets no email.' : 'The lead gets an email.',
        okText: 'Cancel meeting',
        cancelText: 'Keep it',
        onOk: () => say(change(meeting.id, { state: 'cancelled' }), 'Meeting cancelled'),
      }),
  });
}
