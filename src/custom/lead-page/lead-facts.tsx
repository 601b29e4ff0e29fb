import type { ReactNode } from 'react';
import { humanize } from '../../schemas/kit/resource';
import { dialerCall } from '../../schemas/calls/dialer';
import { leadMessages } from '../../schemas/calls/lead-messages';
import type { FieldChange, LeadPanel } from '../../schemas/calls/lead-page';
import type { Lead } from '../../schemas/leads/leads';
import { Person } from '../../ui/marks/avatar';
import { MailLink, PhoneLink } from '../../ui/leads/contact';
import { onDemand } from '../../ui/dialogs/on-demand';
import { Icon } from '../../ui/marks/icon';
import { Pills } from '../../ui/marks/pills';
import { labelOf, leadName } from '../../ui/leads/lead-text';
import { useMayChangeLead } from '../../ui/leads/use-may-change-lead';
import { leadText, looseText } from './lead-values';
import type { HistoryOf } from './use-field-history';

const HistoryMark = onDemand('history-mark', () => import('./history-mark'));

/** The lead's details in groups; empty fields are omitted. */
export function LeadFacts({
  lead,
  entityName,
  panel,
  historyOf,
  children,
}: {
  lead: Lead;
  entityName: string;
  panel: Pick<LeadPanel, 'custom_labels'> | undefined;
  historyOf: HistoryOf;
  /** After the main details. */
  children?: ReactNode;
}): ReactNode {
  const custom = Object.entries(lead.custom ?? {});
  const of = { leadId: String(lead.id), name: leadName(lead) };
  const mayCall = useMayChangeLead(of.leadId, dialerCall, 'create');
  const mayWrite = useMayChangeLead(of.leadId, leadMessages, 'read');
  const place = [lead.city, lead.state].filter(Boolean).join(', ');
  return (
    <>
      <Facts
        rows={[
          ['Owner', <Person key="owner" name={labelOf(lead, 'user_id')} />, historyOf('user_id')],
          ['Phone', lead.phone ? <PhoneLink key="phone" value={lead.phone} of={mayCall ? of : null} /> : '–', historyOf('phone')],
          [
            'Alternate',
            lead.alternate_phone && (
              <PhoneLink key="alternate" value={lead.alternate_phone} of={mayCall ? of : null} number="alternate_phone" />
            ),
            historyOf('alternate_phone'),
          ],
          [
            'WhatsApp',
            lead.whatsapp_number && lead.whatsapp_number !== lead.phone && (
              <PhoneLink key="whatsapp" value={lead.whatsapp_number} of={mayCall ? of : null} number="whatsapp_number" />
            ),
            historyOf('whatsapp_number'),
          ],
          ['Email', lead.email && <MailLink key="email" value={lead.email} of={mayWrite ? of : null} />, historyOf('email')],
          ['Course', labelOf(lead, 'course'), historyOf('course')],
          [entityName, labelOf(lead, 'clg_id') || lead.clg_name, historyOf('clg_id')],
          ['City', place, [...historyOf('city'), ...historyOf('state')].toSorted((a, b) => (a.at < b.at ? 1 : -1))],
          ['Born', leadText(lead, 'date_of_birth'), historyOf('date_of_birth')],
          ['Tags', lead.tags?.length ? <Pills key="tags" texts={lead.tags} /> : undefined, historyOf('tags')],
        ]}
      />
      {children}
      <Facts
        title="Sources"
        rows={[
          ['Primary', sourceLine(lead, 'prmary_source', lead.utm_campaign)],
          ['Secondary', sourceLine(lead, 'secondary_source')],
          ['Tertiary', sourceLine(lead, 'tertiary_source')],
          ['Last', sourceLine(lead, 'last_source')],
          ['Enquiries', Number(lead.re_enquiry_count ?? 0) > 0 ? String(Number(lead.re_enquiry_count) + 1) : undefined],
        ]}
      />
      <Facts
        title="Education"
        rows={[
          ...(lead.academics ?? []).map((one): Fact => [
            [one.level, one.board].filter(Boolean).join(', '),
            [one.percent ? `${one.percent} %` : '', one.subjects, one.year].filter(Boolean).join(' · '),
            historyOf('academics'),
          ]),
          ...(lead.entrance_exams ?? []).map((one): Fact => [
            one.exam,
            [one.score, one.rank ? `rank ${one.rank}` : ''].filter(Boolean).join(' · '),
            historyOf('entrance_exams'),
          ]),
          ['Last', leadText(lead, 'last_education'), historyOf('last_education')],
        ]}
      />
      <Facts
        title="More"
        rows={custom.map(([key, value]): Fact => [
          panel?.custom_labels[key] ?? humanize(key),
          looseText(value),
          historyOf(`custom.${key}`),
        ])}
      />
      <Consent lead={lead} />
    </>
  );
}

type Fact = readonly [label: string, value: ReactNode, changes?: readonly FieldChange[]];

function Facts({ title, rows }: { title?: string; rows: readonly Fact[] }): ReactNode {
  const known = rows.filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false);
  if (!known.length) return null;
  return (
    <section className="lp-facts">
      {title ? <h2>{title}</h2> : null}
      <dl>
        {known.map(([label, value, changes = []], index) => (
          <div key={`${index}-${label}`}>
            <dt className="p-cut" title={label}>
              {label}
            </dt>
            <dd>
              {value} {changes.length ? <HistoryMark label={label} changes={changes} /> : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Consent({ lead }: { lead: Lead }): ReactNode {
  const consent = lead.consent ?? {};
  const known = (['call', 'whatsapp', 'sms', 'email'] as const).filter((channel) => typeof consent[channel] === 'boolean');
  if (!known.length && !lead.do_not_disturb) return null;
  const words = { call: 'Call', whatsapp: 'WhatsApp', sms: 'SMS', email: 'Email' };
  return (
    <section className="lp-facts">
      <h2>Consent</h2>
      <div className="lp-consent">
        {lead.do_not_disturb ? (
          <span className="lp-no">
            <Icon name="close" size={14} /> Do not disturb
          </span>
        ) : null}
        {known.map((channel) => (
          <span key={channel} className={consent[channel] ? 'lp-yes' : 'lp-no'}>
            <Icon name={consent[channel] ? 'check' : 'close'} size={14} /> {words[channel]}
          </span>
        ))}
      </div>
    </section>
  );
}

function sourceLine(lead: Lead, field: string, campaign?: string | null): ReactNode {
  const name = labelOf(lead, field);
  if (!name) return undefined;
  return campaign ? (
    <>
      {name} <span className="p-quiet">· {campaign}</span>
    </>
  ) : (
    name
  );
}
