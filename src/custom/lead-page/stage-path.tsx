import { useState, type ReactNode } from 'react';
import { useLeadStages, useStageWay } from '../../providers/calls/lead-calls';
import type { Lead } from '../../schemas/leads/leads';
import { fullTime } from '../../ui/time/dates';
import { Icon } from '../../ui/marks/icon';
import { stageName } from '../../ui/leads/lead-text';
import { stageSteps } from './stage-steps';
import { serverNow } from '../../ui/time/server-clock';

/** The stages of the lead as a row of arrows. */
export function StagePath({ lead }: { lead: Lead }): ReactNode {
  const actions = useStageWay(String(lead.id)).data;
  const stages = useLeadStages().data;
  const [now] = useState(() => new Date(serverNow()));
  if (!actions || !stages) return <div className="lp-path" aria-hidden="true" />;
  const steps = stageSteps({ created_at: lead.created_at, now: stageName(lead) }, actions, stages, now);
  return (
    <ol className="lp-path" aria-label="Stages" tabIndex={0}>
      {steps.map((step, index) => (
        <li
          key={`${index}-${step.name}`}
          className={`lp-step lp-${step.state}`}
          aria-current={step.state === 'now' ? 'step' : undefined}
          title={step.at ? `${step.name} since ${fullTime(step.at)}` : `${step.name}, still to come`}
        >
          <span className="p-cut">
            {step.state === 'past' ? <Icon name="check" size={14} /> : null}
            {step.name}
            {step.days === undefined ? '' : ` · ${step.days} d`}
          </span>
        </li>
      ))}
    </ol>
  );
}
