import type { ReactNode } from 'react';
import { openLeadStage } from '../../providers/screens/lead-stage-modal';
import { onDemand } from '../../ui/dialogs/on-demand';
import { Icon } from '../../ui/marks/icon';
import { Reach } from '../../ui/leads/reach';
import { leadName } from '../../ui/leads/lead-text';
import type { LeadRowMenuProps } from './lead-row-menu';

const LeadRowMenu = onDemand(
  'lead-row-menu',
  () => import('./lead-row-menu'),
  <span className="p-icon-button">
    <Icon name="more" />
  </span>,
);

/** The actions of a row: call, WhatsApp, Add Lead Stage; all of them in a menu. */
export function LeadRowActions(props: LeadRowMenuProps): ReactNode {
  const { lead, mayReach, mayChange } = props;
  return (
    <>
      {mayReach ? <Reach leadId={String(lead.id)} name={leadName(lead)} phone={lead.phone} chat={lead.whatsapp_number} /> : null}
      {mayChange ? (
        <button
          type="button"
          className="p-icon-button"
          aria-label={`Add Lead Stage for ${leadName(lead)}`}
          title="Add Lead Stage (s)"
          onClick={() => openLeadStage({ leadId: String(lead.id) })}
        >
          <Icon name="flag" />
        </button>
      ) : null}
      <LeadRowMenu {...props} />
    </>
  );
}
