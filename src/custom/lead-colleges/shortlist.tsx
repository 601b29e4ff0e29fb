import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useCall } from '../../providers/calls/use-call';
import { collegeChoices, type CollegeChoice } from '../../schemas/calls/lead-colleges';
import { leadPath } from '../../schemas/kit/lead-page';
import type { Lead } from '../../schemas/leads/leads';
import { ask } from '../../ui/dialogs/ask';
import { leadName } from '../../ui/leads/lead-text';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { toasts } from '../../ui/toasts/toasts';
import { Skeleton } from './skeleton';
import { ChoiceFacts } from './choice-facts';
import { useChoosing } from './college-calls';
import './lead-colleges.css';
import { NotWantedDialog } from './not-wanted-dialog';
import { ResponseDialog } from './response-dialog';
import { ShareAndApply } from './share-and-apply';
import { ShortlistRow } from './shortlist-row';
import { useOrder } from './use-order';

const none: readonly CollegeChoice[] = [];

/** The colleges on the lead's shortlist, in an order that is changed by dragging or with the arrow keys. */
export default function Shortlist({ lead }: { lead: Lead }): ReactNode {
  const id = String(lead.id);
  const query = useCall(collegeChoices, { id, relation: 'shortlisted' }, { retry: false });
  const choosing = useChoosing(id);
  const { list, move, said } = useOrder(query.data ?? none, choosing);
  const [dragged, setDragged] = useState<string>();
  const [dialog, setDialog] = useState<{ readonly what: 'answer' | 'not-wanted'; readonly choice: CollegeChoice }>();
  const close = (): void => setDialog(undefined);
  const remove = (choice: CollegeChoice): void => {
    choosing.change(choice.id, 'recommended', {}).then(
      () => toasts.success(`${choice.clg_name} taken off the shortlist`),
      (error: unknown) => toasts.error(error),
    );
  };
  const push = ({ id: key, clg_name }: CollegeChoice): void =>
    ask({
      title: `Push ${leadName(lead)} to ${clg_name}?`,
      content: `Details of the lead, such as name, phone and email, are sent to the system of ${clg_name}.`,
      okText: 'Push lead',
      onOk: () =>
        choosing.push(key).then(
          () => toasts.success(`${leadName(lead)} is on the way to ${clg_name}.`),
          (error: unknown) => toasts.error(error),
        ),
    });
  if (query.isPending) return <Skeleton />;
  if (query.isError)
    return <ErrorState what="The shortlist could not be loaded" error={query.error} onRetry={() => void query.refetch()} />;
  if (!list.length)
    return (
      <EmptyState
        title="Nothing is shortlisted yet"
        icon="star"
        next={<Link to={leadPath(id, 'college-recommendation')}>See what fits</Link>}
      />
    );
  return (
    <section aria-label="Shortlisted" className="lc">
      <p className="p-visually-hidden" role="status">
        {said}
      </p>
      <ol className="lc-list">
        {list.map((choice, at) => (
          <ShortlistRow
            key={choice.id}
            name={choice.clg_name}
            place={at + 1}
            dragged={dragged === choice.id}
            onDrag={setDragged}
            more={<ShareAndApply lead={lead} college={choice} applied={choice.application_state !== null} />}
            {...(choosing.mayChoose
              ? {
                  acts: {
                    drop: () => dragged !== undefined && move(dragged, at),
                    drag: () => setDragged(choice.id),
                    move: (by: number) => move(choice.id, at + by),
                    answer: () => setDialog({ what: 'answer', choice }),
                    notWanted: () => setDialog({ what: 'not-wanted', choice }),
                    ...(choice.takes_push ? { push: () => push(choice) } : {}),
                    remove: () => remove(choice),
                  },
                }
              : {})}
          >
            <ChoiceFacts choice={choice} progress />
          </ShortlistRow>
        ))}
      </ol>
      {dialog?.what === 'answer' ? (
        <ResponseDialog
          choice={dialog.choice}
          onSave={(answer) => choosing.change(dialog.choice.id, 'shortlisted', answer)}
          onClose={close}
        />
      ) : null}
      {dialog?.what === 'not-wanted' ? (
        <NotWantedDialog
          college={dialog.choice.clg_name}
          note={dialog.choice.reason ?? ''}
          onSave={(reason_code, reason) => choosing.change(dialog.choice.id, 'not_interested', { reason_code, reason })}
          onClose={close}
        />
      ) : null}
    </section>
  );
}
