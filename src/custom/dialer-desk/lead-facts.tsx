import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useLead, useStageColor } from '../../providers/calls/lead-calls';
import { useEntityName } from '../../providers/session/use-entity-name';
import type { DeskLead } from '../../schemas/calls/dialer';
import { Avatar } from '../../ui/marks/avatar';
import { phoneText } from '../../schemas/kit/phone-text';
import { pageLoader } from '../../ui/page/page-loader';
import { StageTag } from '../../ui/leads/stage-tag';
import { ErrorState } from '../../ui/page/states';
import { DueTime } from '../../ui/time/time';
import { leadPath } from '../../schemas/kit/lead-page';

/** What an agent needs to know before talking to the lead, and the list's script. */
export function LeadFacts({
  leadId,
  lead: held,
  script,
}: {
  leadId: string;
  lead: DeskLead | null;
  script: string | null;
}): ReactNode {
  const { data: lead, error, refetch } = useLead(leadId);
  const colorOf = useStageColor();
  const entity = useEntityName();
  if (!lead)
    return error ? <ErrorState what="This lead could not be shown." error={error} onRetry={() => void refetch()} /> : pageLoader;
  const labels = lead._labels ?? {};
  const rows: readonly (readonly [string, ReactNode])[] = [
    [
      'Stage',
      lead.last_callaction_btn_message ? (
        <StageTag
          key="s"
          name={lead.last_callaction_btn_message}
          color={colorOf(lead.stage_id)}
          sub={lead.last_callaction_sub_stage ?? null}
        />
      ) : null,
    ],
    ['Follow-up', lead.next_followup_at ? <DueTime key="f" at={lead.next_followup_at} /> : null],
    ['Course', labels['course']],
    [entity, labels['clg_id'] ?? lead.clg_name],
    ['City', [lead.city, lead.state].filter(Boolean).join(', ')],
    ['Source', labels['source']],
    ['Last comment', lead.last_callaction_message],
  ];
  return (
    <article className="dd-lead" aria-labelledby="dd-lead-name">
      <header>
        <Avatar name={lead.name ?? '–'} size={40} />
        <div>
          <h2 id="dd-lead-name">
            <Link to={leadPath(leadId)}>{lead.name}</Link>
          </h2>
          <span className="p-quiet p-num">
            {phoneText(lead.phone)}
            {held?.priority ? ` · priority ${held.priority}` : ''}
          </span>
        </div>
      </header>
      <dl>
        {rows.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {script ? (
        <section className="dd-script" aria-label="Script">
          <h3>Script</h3>
          <p>{script}</p>
        </section>
      ) : null}
    </article>
  );
}
