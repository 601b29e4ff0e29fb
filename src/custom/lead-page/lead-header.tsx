import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { refreshLeadWork, setFavourite } from '../../providers/calls/lead-calls';
import type { LeadPanel } from '../../schemas/calls/lead-page';
import { leadFavourite } from '../../schemas/calls/leads';
import type { Lead } from '../../schemas/leads/leads';
import { leadName } from '../../ui/leads/lead-text';
import { onDemand } from '../../ui/dialogs/on-demand';
import { useMayChangeLead } from '../../ui/leads/use-may-change-lead';
import { Avatar } from '../../ui/marks/avatar';
import { Icon } from '../../ui/marks/icon';
import { dayOf, fullTime, plainDate } from '../../ui/time/dates';
import { toasts } from '../../ui/toasts/toasts';
import { LeadBadges } from './lead-badges';
import { LeadContact } from './lead-contact';
import { LeadMore } from './lead-more';
import { SamePeople } from './same-people';

const MergedLeads = onDemand('merged-leads', () => import('./merged-leads'));
/** A name of more letters is written smaller, so that all of it can be read out. */
const longName = 36;

/** Who it is, and how to reach them. The name has the whole width: the buttons are above it. */
export function LeadHeader({
  lead,
  panel,
  onEdit,
}: {
  lead: Lead;
  panel: LeadPanel | undefined;
  onEdit?: () => void;
}): ReactNode {
  const mayStar = useMayChangeLead(String(lead.id), leadFavourite);
  return (
    <div className="lp-who">
      <div className="lp-top">
        <span className="p-quiet" title={`Lead ${lead.id}, since ${fullTime(lead.created_at)}`}>
          Lead {String(lead.id).slice(-6)} · {plainDate(dayOf(new Date(lead.created_at)))}
        </span>
        {mayStar ? <Star lead={lead} /> : null}
        {onEdit ? (
          <button type="button" className="p-icon-button" aria-label="Edit lead" title="Edit (e)" onClick={onEdit}>
            <Icon name="edit" />
          </button>
        ) : null}
        <LeadMore lead={lead} />
      </div>
      <div className="lp-id">
        <Avatar name={leadName(lead)} size={40} />
        <h1 title={leadName(lead)} className={leadName(lead).length > longName ? 'lp-long' : undefined}>
          {leadName(lead)}
        </h1>
      </div>
      <LeadBadges lead={lead} stages={panel?.stages} />
      <SamePeople key={lead.id} lead={lead} same={panel?.same ?? []} />
      {panel?.merges?.length ? <MergedLeads lead={lead} merges={panel.merges} /> : null}
      <LeadContact lead={lead} />
    </div>
  );
}

function Star({ lead }: { lead: Lead }): ReactNode {
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
  return (
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
  );
}
