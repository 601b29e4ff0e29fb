import { useEffect, useState, type ReactNode } from 'react';
import { Navigate, useParams } from 'react-router';
import { Link } from 'react-router-dom';
import { useLead, useLeadPanel } from '../../providers/calls/lead-calls';
import { useCall } from '../../providers/calls/use-call';
import { isLeadStageOpen, openLeadStage } from '../../providers/screens/lead-stage-modal';
import { useSession } from '../../providers/session/session';
import { leadMergedInto } from '../../schemas/calls/lead-merge';
import { leadPath } from '../../schemas/kit/lead-page';
import type { Lead } from '../../schemas/leads/leads';
import { useKeys } from '../../ui/actions/use-keys';
import { FollowUpDialog } from '../../ui/leads/follow-up-on-demand';
import { leadName } from '../../ui/leads/lead-text';
import { useMayChangeLead } from '../../ui/leads/use-may-change-lead';
import { isGone, leadDone, leadNow } from '../../ui/leads/work-list/stored-work-list';
import { usePageTitle } from '../../ui/page/page-title';
import { EmptyState, ErrorState, statusOf } from '../../ui/page/states';
import { useNarrow } from '../../ui/page/use-narrow';
import { EditLead } from './edit-lead';
import { LeadBar } from './lead-bar';
import { LeadFacts } from './lead-facts';
import { LeadHeader } from './lead-header';
import './lead-page.css';
import './lead-page-tablet.css';
import { LeadPanel } from './lead-panel';
import { LeadPlace } from './lead-place';
import { LeadReferral } from './lead-referral';
import { LeadTabs } from './lead-tabs';
import { NextStep } from './next-step';
import { followMerge } from './note-drafts';
import { StagePath } from './stage-path';
import { useFieldHistory } from './use-field-history';
import { useLiveLead } from './use-live-lead';

/** /lp/{id}/{tab}: details and next step on the left, the tabs on the right. It stays mounted when the tab changes. */
export default function LeadPage(): ReactNode {
  const { id = '' } = useParams();
  const { data: lead, error, isPending, refetch } = useLead(id);
  usePageTitle(lead ? leadName(lead) : 'Lead');
  if (isPending) return <Bones />;
  if (isGone(error)) return <Gone key={id} id={id} error={error} />;
  if (!lead) return <ErrorState what="The lead could not be loaded" error={error} onRetry={() => void refetch()} />;
  return <Loaded key={id} lead={lead} />;
}

/** The user cannot open this lead, or not any more: why, and the way on through the list. */
function Gone({ id, error }: { id: string; error: unknown }): ReactNode {
  const isElsewhere = statusOf(error) === 403;
  const merged = useCall(leadMergedInto, { id }, { enabled: !isElsewhere, retry: false }).data;
  useEffect(() => leadDone(id), [id]);
  useEffect(() => {
    if (merged) followMerge(id, merged.id);
  }, [id, merged]);
  if (merged) return <Navigate to={leadPath(merged.id)} replace />;
  return (
    <>
      <div className="lp-way">
        <LeadPlace leadId={id} />
      </div>
      <EmptyState
        title={isElsewhere ? "You don't have access to this lead" : 'This lead does not exist'}
        icon={isElsewhere ? 'lock' : 'user'}
        next={<Link to="/leads?type=all">All leads</Link>}
      >
        {isElsewhere ? 'It may have been reassigned to someone else.' : 'It may have been merged or deleted.'}
      </EmptyState>
    </>
  );
}

function Loaded({ lead }: { lead: Lead }): ReactNode {
  const id = String(lead.id);
  const panel = useLeadPanel(id);
  useLiveLead(id);
  const entityName = useSession()?.persisted.tenant.entity_name ?? 'College';
  const [dialog, setDialog] = useState<'edit' | 'follow-up'>();
  // read when the hand, or the focus, comes near: the page itself is three calls
  const [history, setHistory] = useState(false);
  const historyOf = useFieldHistory(id, history);
  const wantHistory = (): void => setHistory(true);
  const narrow = useNarrow();
  const referral = panel.data?.referral;
  const mayUpdate = useMayChangeLead(id);
  const addStage = (): void => openLeadStage({ leadId: id });
  const edit = mayUpdate ? () => setDialog('edit') : undefined;
  const close = (): void => setDialog(undefined);
  const stageByKey = (): void => void leadNow(id).then((leadId) => openStageOn([id, leadId]));
  useKeys({ s: mayUpdate ? ['Add Lead Stage', stageByKey] : undefined, e: edit && ['Edit the lead', edit] });
  if (isGone(panel.error)) return <Gone id={id} error={panel.error} />; // it was reassigned behind the read of the lead
  return (
    <div className="lp">
      <aside className="lp-left" aria-label="Lead" onPointerEnter={wantHistory} onFocus={wantHistory}>
        {narrow ? (
          <div className="lp-way">
            <LeadPlace leadId={id} />
          </div>
        ) : null}
        <LeadHeader lead={lead} panel={panel.data} {...(edit ? { onEdit: edit } : {})} />
        <NextStep leadId={id} leadName={leadName(lead)} pending={panel.data?.follow_ups} mayUpdate={mayUpdate} />
        <details className="lp-all-facts" open={narrow ? undefined : true}>
          <summary>Details</summary>
          <LeadFacts lead={lead} entityName={entityName} panel={panel.data} historyOf={historyOf}>
            <LeadPanel panel={panel.data} error={panel.error} onRetry={() => void panel.refetch()} />
          </LeadFacts>
        </details>
      </aside>
      <div className="lp-right">
        <LeadBar
          lead={lead}
          isNarrow={narrow}
          {...(mayUpdate ? { acts: { addStage, addFollowUp: () => setDialog('follow-up') } } : {})}
        />
        {referral ? <LeadReferral referral={referral} /> : null}
        <StagePath lead={lead} panel={panel.data} />
        <LeadTabs lead={lead} counts={panel.data?.tabs} />
      </div>
      {dialog === 'edit' ? <EditLead id={id} onClose={close} /> : null}
      {dialog === 'follow-up' ? <FollowUpDialog leadId={id} leadName={leadName(lead)} onClose={close} /> : null}
    </div>
  );
}

/** The form of the second lead, unless the user has left the pages of both, or opened a form, while it was awaited. */
function openStageOn([shown, leadId]: readonly [string, string]): void {
  const isHere = [shown, leadId].some((one) => location.pathname.startsWith(leadPath(one, '')));
  if (isHere && !isLeadStageOpen()) openLeadStage({ leadId });
}

function Bones(): ReactNode {
  return (
    <div className="lp" aria-busy="true" aria-label="Loading">
      <div className="lp-left lp-bones">
        {[70, 40, 90, 60, 65, 50, 55].map((width) => (
          <span key={width} className="p-bone" style={{ width: `${width}%` }} />
        ))}
      </div>
      <div className="lp-right lp-bones">
        {[30, 100, 62, 44, 70, 38].map((width) => (
          <span key={width} className="p-bone" style={{ width: `${width}%` }} />
        ))}
      </div>
    </div>
  );
}
