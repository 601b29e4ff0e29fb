import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { Link } from 'react-router-dom';
import { refreshLeadWork, setFavourite, useLead } from '../../providers/calls/lead-calls';
import { openLeadStage } from '../../providers/screens/lead-stage-modal';
import { useSession } from '../../providers/session/session';
import { useResource } from '../../providers/screens/use-resource';
import { useMayDo } from '../../providers/rights';
import type { Lead } from '../../schemas/leads/leads';
import { Avatar } from '../../ui/marks/avatar';
import { dayOf, fullTime, plainDate } from '../../ui/time/dates';
import { FollowUpDialog } from '../../ui/leads/follow-up-on-demand';
import { Icon } from '../../ui/marks/icon';
import { phoneLink, phoneText } from '../../ui/leads/phones';
import { usePageTitle } from '../../ui/page/page-title';
import { canReach, whatsAppLink } from '../../ui/leads/reach';
import { EmptyState, ErrorState, statusOf } from '../../ui/page/states';
import { toasts } from '../../ui/toasts/toasts';
import { useKeys } from '../../ui/actions/use-keys';
import { useNarrow } from '../../ui/page/use-narrow';
import { ResourceForm } from '../../resources/form/form-on-demand';
import { Journey } from './journey';
import { LeadFacts } from './lead-facts';
import './lead-page.css';
import { labelOf, leadName } from '../../ui/leads/lead-text';
import { NextStep } from './next-step';
import { StagePath } from './stage-path';

/** /lp/{id}/conversion: details and next step on the left, history on the right. */
export default function LeadPage(): ReactNode {
  const { id = '' } = useParams();
  const { data: lead, error, isPending, refetch } = useLead(id);
  usePageTitle(lead ? leadName(lead) : 'Lead');
  if (isPending) return <Bones />;
  if (!lead && statusOf(error) === 404)
    return (
      <EmptyState title="This lead does not exist" icon="user" next={<Link to="/leads?type=all">All leads</Link>}>
        It may have been merged or deleted.
      </EmptyState>
    );
  if (!lead) return <ErrorState what="The lead could not be loaded" error={error} onRetry={() => void refetch()} />;
  return <Loaded key={id} lead={lead} />;
}

function Loaded({ lead }: { lead: Lead }): ReactNode {
  const id = String(lead.id);
  const client = useQueryClient();
  const chunk = useResource('leads');
  const entityName = useSession()?.persisted.tenant.entity_name ?? 'College';
  const [dialog, setDialog] = useState<'edit' | 'follow-up'>();
  const narrow = useNarrow();
  const mayUpdate = useMayDo('leads')('update');
  const addStage = (): void => openLeadStage({ leadId: id });
  useKeys({
    s: mayUpdate ? addStage : undefined,
    e: mayUpdate ? () => setDialog('edit') : undefined,
  });
  return (
    <div className="lp">
      <aside className="lp-left" aria-label="Lead">
        <Identity lead={lead} {...(mayUpdate ? { onEdit: () => setDialog('edit') } : {})} />
        <NextStep leadId={id} leadName={leadName(lead)} mayUpdate={mayUpdate} />
        <details className="lp-all-facts" open={narrow ? undefined : true}>
          <summary>Details</summary>
          <LeadFacts lead={lead} entityName={entityName} />
        </details>
      </aside>
      <div className="lp-right">
        <div className="lp-bar">
          <nav aria-label="Breadcrumb" className="lp-crumb">
            <Link to="/leads?type=all">Leads</Link>
            <Icon name="right" size={12} />
            <span className="p-cut">{leadName(lead)}</span>
          </nav>
          {mayUpdate ? (
            <div className="lp-actions">
              <Button icon={<Icon name="calendar" size={14} />} onClick={() => setDialog('follow-up')}>
                Add follow-up
              </Button>
              <Button
                type="primary"
                className="lp-stage"
                icon={<Icon name="flag" size={14} />}
                title="Add Lead Stage (s)"
                onClick={addStage}
              >
                Add Lead Stage
              </Button>
            </div>
          ) : null}
        </div>
        <StagePath lead={lead} />
        <Journey leadId={id} />
      </div>
      {dialog === 'edit' && chunk ? (
        <ResourceForm
          chunk={chunk}
          id={id}
          as="drawer"
          onClose={() => setDialog(undefined)}
          onSaved={() => {
            setDialog(undefined);
            void refreshLeadWork(client);
          }}
        />
      ) : null}
      {dialog === 'follow-up' ? (
        <FollowUpDialog leadId={id} leadName={leadName(lead)} onClose={() => setDialog(undefined)} />
      ) : null}
    </div>
  );
}

function Identity({ lead, onEdit }: { lead: Lead; onEdit?: () => void }): ReactNode {
  const client = useQueryClient();
  const [starred, setStarred] = useState(lead.is_favourite === true);
  const star = (): void => {
    setStarred(!starred);
    setFavourite(String(lead.id), !starred).then(
      () => refreshLeadWork(client),
      (error: unknown) => {
        setStarred(starred);
        toasts.error(error);
      },
    );
  };
  const phone = canReach(lead.phone) ? lead.phone : undefined;
  return (
    <div className="lp-who">
      <div className="lp-id">
        <Avatar name={leadName(lead)} size={40} />
        <div className="lp-name">
          <h1 title={leadName(lead)}>{leadName(lead)}</h1>
          <span className="p-quiet p-cut">
            <span className="lp-narrow">{[lead.phone ? phoneText(lead.phone) : '', lead.city].filter(Boolean).join(' · ')}</span>
            <span className="lp-wide" title={fullTime(lead.created_at)}>
              {[`Since ${plainDate(dayOf(new Date(lead.created_at)))}`, labelOf(lead, 'source')].filter(Boolean).join(' · ')}
            </span>
          </span>
        </div>
        <button
          type="button"
          className={starred ? 'p-icon-button lp-star lp-on' : 'p-icon-button lp-star'}
          aria-pressed={starred}
          aria-label="Favourite"
          title={starred ? 'Favourite' : 'Add to favourites'}
          onClick={star}
        >
          <Icon name="star" />
        </button>
        {onEdit ? (
          <button type="button" className="p-icon-button" aria-label="Edit lead" title="Edit (e)" onClick={onEdit}>
            <Icon name="edit" />
          </button>
        ) : null}
      </div>
      {phone || lead.email ? (
        <div className="lp-reach">
          {phone ? (
            <>
              <a className="lp-do" href={`tel:${phoneLink(phone)}`}>
                <Icon name="phone" /> Call
              </a>
              <a className="lp-do" href={whatsAppLink(phone)} target="_blank" rel="noreferrer">
                <Icon name="whatsapp" /> WhatsApp
              </a>
            </>
          ) : null}
          {lead.email ? (
            <a className="lp-do" href={`mailto:${lead.email}`}>
              <Icon name="mail" /> Mail
            </a>
          ) : null}
        </div>
      ) : null}
    </div>
  );
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
