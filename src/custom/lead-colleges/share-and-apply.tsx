import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import { callKey } from '../../providers/calls/use-call';
import { writeToLead } from '../../providers/screens/lead-reach';
import { useResource } from '../../providers/screens/use-resource';
import { ResourceForm } from '../../resources/form/form-on-demand';
import { collegeChoices, type CollegeChoice, type CollegeMatch, type Shared } from '../../schemas/calls/lead-colleges';
import { leadMessageSend } from '../../schemas/calls/lead-messages';
import { channelNames, leadChannels } from '../../schemas/kit/lead-channels';
import type { Lead } from '../../schemas/leads/leads';
import { MenuButton } from '../../ui/actions/menu-button';
import { leadName } from '../../ui/leads/lead-text';
import { hasPhone, hasWhatsApp } from '../../ui/leads/reach';
import { useMayChangeLead } from '../../ui/leads/use-may-change-lead';
import { Tag } from '../../ui/marks/tag';
import { plainDate, shortTime } from '../../ui/time/dates';
import { toasts } from '../../ui/toasts/toasts';
import { feeText } from './match-facts';

type Told = Pick<
  CollegeMatch | CollegeChoice,
  'clg_id' | 'clg_name' | 'course_id' | 'course_name' | 'city' | 'fee_total' | 'last_date' | 'website' | 'form_id'
>;

/** Writes the college to the lead in a channel, and opens an application to it where the college has an open form. */
export function ShareAndApply({ lead, college, applied = false }: { lead: Lead; college: Told; applied?: boolean }): ReactNode {
  const leadId = String(lead.id);
  const mayShare = useMayChangeLead(leadId, leadMessageSend, 'update');
  const mayApply = useMayChangeLead(leadId, 'applications', 'create') && college.form_id !== null && !applied;
  const [applying, setApplying] = useState(false);
  const { clg_id, clg_name } = college;
  const ways = { whatsapp: hasWhatsApp(lead), sms: hasPhone(lead.phone), email: hasPhone(lead.email) };
  const reachable = leadChannels.filter((channel) => ways[channel]);
  const share = (channel: (typeof leadChannels)[number]): void =>
    writeToLead({ leadId, name: leadName(lead), channel, shares: { clg_id, name: clg_name, text: shareText(college) } });
  return (
    <>
      {mayShare && reachable.length ? (
        <MenuButton
          label={`Share ${clg_name}`}
          className="p-link"
          choices={reachable.map((channel) => ({ label: channelNames[channel], choose: () => share(channel) }))}
        >
          Share
        </MenuButton>
      ) : null}
      {mayApply ? (
        <Button size="small" aria-label={`Apply to ${clg_name}`} onClick={() => setApplying(true)}>
          Apply
        </Button>
      ) : null}
      {applying ? <Apply lead={lead} college={college} onClose={() => setApplying(false)} /> : null}
    </>
  );
}

/** A new application of the lead, on the college's form. */
function Apply({ lead, college, onClose }: { lead: Lead; college: Told; onClose: () => void }): ReactNode {
  const client = useQueryClient();
  const chunk = useResource('applications');
  const { form_id, course_id, course_name } = college;
  if (!chunk) return null;
  return (
    <ResourceForm
      chunk={chunk}
      as="drawer"
      given={{ lead_id: String(lead.id), form_id, ...(course_id ? { course_id } : {}) }}
      givenLabels={{ lead_id: leadName(lead), ...(course_name ? { course_id: course_name } : {}) }}
      onClose={onClose}
      onSaved={() => {
        onClose();
        toasts.success(`Application to ${college.clg_name} added`);
        void client.invalidateQueries({ queryKey: callKey(collegeChoices) });
        refreshLeadWork(client);
      }}
    />
  );
}

/** The college as a message: what it is, what it costs, until when, and its website. */
export const shareText = ({ clg_name, course_name, city, fee_total, last_date, website }: Told): string =>
  [
    [clg_name, course_name].filter(Boolean).join(': '),
    [city, fee_total === null ? '' : `total fee ${feeText(fee_total)}`, last_date ? `apply until ${plainDate(last_date)}` : '']
      .filter(Boolean)
      .join(' · '),
    website,
  ]
    .filter(Boolean)
    .join('\n');

export const SharedTag = ({ shared }: { shared: Shared | null }): ReactNode =>
  shared?.shared_at && shared.shared_via ? (
    <Tag tone="grey">
      Shared by {channelNames[shared.shared_via]}, {shortTime(shared.shared_at)}
    </Tag>
  ) : null;
