import { useState, type ReactNode } from 'react';
import type { LeadPanel } from '../../schemas/calls/lead-page';
import type { Lead } from '../../schemas/leads/leads';
import { stageName } from '../../ui/leads/lead-text';
import { Icon } from '../../ui/marks/icon';
import { fullTime } from '../../ui/time/dates';
import { serverNow } from '../../ui/time/server-clock';
import { stageSteps } from './stage-steps';

/** The stages of the lead as a row of arrows. */
export function StagePath({ lead, panel }: { lead: Lead; panel: Pick<LeadPanel, 'way' | 'stages'> | undefined }): ReactNode {
  const [now] = useState(() => new Date(serverNow()));
  if (!panel) return <div className="lp-path" aria-hidden="true" />;
  const steps = stageSteps({ created_at: lead.created_at, now: stageName(lead) }, panel.way, panel.stages, now);
  return (
    <ol className="lp-path" aria-label="Stages" tabIndex={0}>
      {steps.map((step, index) => (
        <li
          key={`${index}-${step.name}`}
          className={`lp-step lp-${step.state}`}
          aria-current={step.state === 'now' || step.state === 'lost' ? 'step' : undefined}
          title={step.at ? `${step.name} since ${fullTime(step.at)}` : `${step.name}, still to come`}
        >
          <span className="p-cut">
            {step.state === 'past' ? (
              <Icon name="check" size={14} />
            ) : step.state === 'lost' ? (
              <Icon name="close" size={14} />
            ) : null}
            {step.name}
            {step.days === undefined ? '' : ` · ${step.days} d`}
          </span>
        </li>
      ))}
    </ol>
  );
}
