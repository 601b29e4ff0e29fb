import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { PanelFollowUp } from '../../schemas/calls/lead-page';
import { fullTime, overdueBy, shortTime } from '../../ui/time/dates';
import { FollowUpDialog } from '../../ui/leads/follow-up-on-demand';
import { useFinishing } from '../../ui/leads/use-finishing';
import { Icon } from '../../ui/marks/icon';

/** The next step for this lead: its oldest pending follow-up, or a button to plan one. */
export function NextStep({
  leadId,
  leadName,
  pending,
  mayUpdate,
}: {
  leadId: string;
  leadName: string;
  /** Oldest first; undefined while they are loading. */
  pending: readonly PanelFollowUp[] | undefined;
  mayUpdate: boolean;
}): ReactNode {
  const finishing = useFinishing();
  const [dialog, setDialog] = useState<'add' | 'move'>();
  const open = (pending ?? []).filter((one) => !finishing.gone.has(one.call_action_id));
  const next = open[0];
  if (!pending) return <div className="lp-next lp-next-empty" aria-busy="true" />;
  const overdue = next ? overdueBy(next.call_date_time) : undefined;
  return (
    <section className={overdue ? 'lp-next lp-next-late' : 'lp-next'} aria-label="Next step">
      {next ? (
        <>
          <div className="lp-next-head">
            <span className={overdue ? 'p-due p-late' : 'p-due'}>
              <Icon name={overdue ? 'warning' : 'clock'} size={14} /> {overdue ? `Next step, ${overdue} overdue` : 'Next step'}
            </span>
            <time dateTime={next.call_date_time} title={fullTime(next.call_date_time)}>
              {shortTime(next.call_date_time)}
            </time>
          </div>
          <strong>{next.note || `Follow up: ${next.btn_message ?? 'call'}`}</strong>
          {mayUpdate ? (
            <div className="lp-next-do">
              <Button
                size="small"
                icon={<Icon name="check" size={14} />}
                onClick={() => finishing.finish({ id: next.call_action_id, leadId, leadName })}
              >
                Mark done
              </Button>
              <Button size="small" onClick={() => setDialog('move')}>
                Reschedule
              </Button>
              {open.length > 1 ? <span className="p-quiet">+{open.length - 1} more</span> : null}
            </div>
          ) : null}
        </>
      ) : (
        <div className="lp-next-head">
          <span className="p-quiet">No follow-up planned</span>
          {mayUpdate ? (
            <button type="button" className="p-link" onClick={() => setDialog('add')}>
              Add follow-up
            </button>
          ) : null}
        </div>
      )}
      {finishing.dialog}
      {dialog ? (
        <FollowUpDialog
          leadId={leadId}
          leadName={leadName}
          {...(dialog === 'move' && next ? { followUpId: next.id } : {})}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </section>
  );
}
