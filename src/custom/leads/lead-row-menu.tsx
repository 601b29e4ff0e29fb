import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useMayDo } from '../../providers/rights';
import { callLead, writeToLead } from '../../providers/screens/lead-reach';
import { openLeadStage } from '../../providers/screens/lead-stage-modal';
import { tabAction } from '../../providers/screens/lead-tab-action';
import { leadMerge } from '../../schemas/calls/lead-merge';
import { leadRefer } from '../../schemas/calls/lead-referrals';
import { leadReassign } from '../../schemas/calls/leads';
import { leadPath } from '../../schemas/kit/lead-page';
import type { Lead } from '../../schemas/leads/leads';
import { MenuButton, type MenuChoice } from '../../ui/actions/menu-button';
import { leadName } from '../../ui/leads/lead-text';
import { hasPhone, hasWhatsApp } from '../../ui/leads/reach';
import { Icon } from '../../ui/marks/icon';
import type { AskedOfLead } from './row-dialog';

export interface LeadRowMenuProps {
  readonly lead: Lead;
  /** Call and message. */
  readonly mayReach: boolean;
  readonly mayChange: boolean;
  readonly onStar: (lead: Lead) => void;
  /** Asks something about the lead in a dialog of the page: it stays when the row leaves the list. */
  readonly onAsk: (asked: AskedOfLead) => void;
}
/** The menu of a lead in the list: every way to work on it. */
export default function LeadRowMenu({ lead, mayReach, mayChange, onStar, onAsk }: LeadRowMenuProps): ReactNode {
  const navigate = useNavigate();
  const client = useQueryClient();
  const mayNote = useMayDo('notes')('create') && mayChange;
  const mayDelete = useMayDo('leads')('delete') && mayChange;
  const mayReassign = useMayDo(leadReassign)('update') && mayChange;
  const mayRefer = useMayDo(leadRefer)('create') && mayChange;
  const mayMerge = useMayDo(leadMerge)('update') && mayChange;
  const leadId = String(lead.id);
  const name = leadName(lead);
  const phone = typeof lead.phone === 'string' ? lead.phone : '';
  const item = (offered: boolean, label: string, choose: () => void): MenuChoice[] => (offered ? [{ label, choose }] : []);
  const write = (channel: 'whatsapp' | 'sms' | 'email') => (): void => writeToLead({ leadId, name, channel });
  const mayCall = mayReach && hasPhone(lead.phone);
  const choices = [
    ...item(true, 'Open', () => void navigate(leadPath(lead.id))),
    ...item(mayChange, 'Add Lead Stage', () => openLeadStage({ leadId })),
    ...item(mayCall, 'Call', () => callLead({ leadId, name, phone })),
    ...item(mayReach && hasWhatsApp(lead), 'WhatsApp', write('whatsapp')),
    ...item(mayCall, 'SMS', write('sms')),
    ...item(mayReach && lead.email !== null, 'Email', write('email')),
    ...item(mayReassign, 'Re-assign', () => onAsk({ what: 'reassign', lead })),
    ...item(mayRefer, 'Refer', () => onAsk({ what: 'refer', lead })),
    ...item(mayChange, 'Put in a call list', () => onAsk({ what: 'queue', lead })),
    ...item(mayMerge, 'Merge', () => onAsk({ what: 'merge', lead })),
    ...item(mayReach, lead.is_favourite === true ? 'Remove from favourites' : 'Favourite', () => onStar(lead)),
    ...item(mayNote, 'Add note', () => void navigate(leadPath(lead.id), { state: tabAction('note') })),
    ...item(mayDelete, 'Delete', () => void import('./delete-lead').then(({ deleteLead }) => deleteLead(lead, client))),
  ];
  return (
    <MenuButton label={`More for ${name}`} title="More" choices={choices}>
      <Icon name="more" />
    </MenuButton>
  );
}
