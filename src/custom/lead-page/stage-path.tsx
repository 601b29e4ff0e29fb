import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
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
  const path = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const step = path.current?.querySelector<HTMLElement>('[aria-current]');
    if (path.current && step) path.current.scrollLeft = step.offsetLeft - path.current.offsetLeft; // on a phone it is wider than the page
  });
  if (!panel) return <div className="lp-path" aria-hidden="true" />;
  const steps = stageSteps({ created_at: lead.created_at, now: stageName(lead) }, panel.way, panel.stages, now);
  return (
    <ol ref={path} className="lp-path" aria-label="Stages" tabIndex={0}>
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
