import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useMayDo } from '../../providers/rights';
import { callLead, writeToLead } from '../../providers/screens/lead-reach';
import { openLeadStage } from '../../providers/screens/lead-stage-modal';
import { tabAction } from '../../providers/screens/lead-tab-action';
import { leadPath } from '../../schemas/kit/lead-page';
import type { Lead } from '../../schemas/leads/leads';
import type { MenuChoice } from '../../ui/actions/menu-button';
import { leadName } from '../../ui/leads/lead-text';
import { hasPhone } from '../../ui/leads/reach';

/** The menu of a lead in the list: every way to work on it. `assigning` are the items that give it to somebody else. */
export function useLeadMenu(
  onStar: (lead: Lead) => void,
): (
  lead: Lead,
  may: { readonly reach: boolean; readonly change: boolean },
  assigning: readonly MenuChoice[],
) => readonly MenuChoice[] {
  const navigate = useNavigate();
  const client = useQueryClient();
  const mayNote = useMayDo('notes')('create');
  const mayDelete = useMayDo('leads')('delete');
  return (lead, { reach, change }, assigning) => {
    const leadId = String(lead.id);
    const name = leadName(lead);
    const write = (label: string, channel: 'whatsapp' | 'sms' | 'email'): MenuChoice => ({
      label,
      choose: () => writeToLead({ leadId, name, channel }),
    });
    const phone = typeof lead.phone === 'string' ? lead.phone : '';
    return [
      { label: 'Open', choose: () => void navigate(leadPath(lead.id)) },
      ...(change ? [{ label: 'Add Lead Stage', choose: () => openLeadStage({ leadId }) }] : []),
      ...(reach && hasPhone(lead.phone)
        ? [{ label: 'Call', choose: () => callLead({ leadId, name, phone }) }, write('WhatsApp', 'whatsapp'), write('SMS', 'sms')]
        : []),
      ...(reach && lead.email !== null ? [write('Email', 'email')] : []),
      ...(change ? assigning : []),
      { label: lead.is_favourite === true ? 'Remove from favourites' : 'Favourite', choose: () => onStar(lead) },
      ...(change && mayNote
        ? [{ label: 'Add note', choose: () => void navigate(leadPath(lead.id), { state: tabAction('note') }) }]
        : []),
      ...(change && mayDelete
        ? [{ label: 'Delete', choose: () => void import('./delete-lead').then(({ deleteLead }) => deleteLead(lead, client)) }]
        : []),
    ];
  };
}
