import type { ReactNode } from 'react';
import { callLead, writeToLead, type LeadChannel } from '../../providers/screens/lead-reach';
import { dialerCall } from '../../schemas/calls/dialer';
import { leadMessages } from '../../schemas/calls/lead-messages';
import type { Lead } from '../../schemas/leads/leads';
import { leadName } from '../../ui/leads/lead-text';
import { hasPhone, hasWhatsApp } from '../../ui/leads/reach';
import { useMayChangeLead } from '../../ui/leads/use-may-change-lead';
import { Icon, type IconName } from '../../ui/marks/icon';

/** The ways to reach the lead, through the product; who may not see the number can still use it. */
export function LeadContact({ lead }: { lead: Lead }): ReactNode {
  const meant = { leadId: String(lead.id), name: leadName(lead) };
  const phone = hasPhone(lead.phone);
  const mayCall = useMayChangeLead(meant.leadId, dialerCall, 'create');
  const mayWrite = useMayChangeLead(meant.leadId, leadMessages, 'read');
  if (!mayCall && !mayWrite) return null;
  const write = (channel: LeadChannel, icon: IconName, label: string): ReactNode => (
    <button type="button" className="lp-do" onClick={() => writeToLead({ ...meant, channel })}>
      <Icon name={icon} /> {label}
    </button>
  );
  return (
    <div className="lp-reach">
      {phone && mayCall ? (
        <button type="button" className="lp-do" onClick={() => callLead({ ...meant, phone: String(lead.phone ?? '') })}>
          <Icon name="phone" /> Call
        </button>
      ) : null}
      {hasWhatsApp(lead) && mayWrite ? write('whatsapp', 'whatsapp', 'WhatsApp') : null}
      {phone && mayWrite ? write('sms', 'chat', 'SMS') : null}
      {hasPhone(lead.email) && mayWrite ? write('email', 'mail', 'Email') : null}
    </div>
  );
}
