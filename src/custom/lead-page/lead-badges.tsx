import type { ReactNode } from 'react';
import type { LeadPanel } from '../../schemas/calls/lead-page';
import { counted } from '../../schemas/kit/counted';
import type { Lead } from '../../schemas/leads/leads';
import { stageName } from '../../ui/leads/lead-text';
import { StageTag } from '../../ui/leads/stage-tag';
import { Icon } from '../../ui/marks/icon';
import { Tag } from '../../ui/marks/tag';

/** Stage, verification, re-enquiries, score and priority in one glance. */
export function LeadBadges({ lead, stages }: { lead: Lead; stages: LeadPanel['stages'] | undefined }): ReactNode {
  const color = stages?.find(({ id }) => id === lead.stage_id)?.color ?? null;
  const again = Number(lead.re_enquiry_count ?? 0);
  return (
    <div className="lp-badges">
      <StageTag name={stageName(lead)} color={color} sub={lead.last_callaction_sub_stage ?? null} />
      {lead.is_stage_mark_locked === 1 ? (
        <span className="lp-locked" title="This stage is locked: rules, imports and enquiries do not change it">
          <Icon name="lock" size={14} /> Locked
        </span>
      ) : null}
      {lead.is_verified === 1 ? <Tag tone="green">Verified</Tag> : null}
      {again > 0 ? <Tag tone="amber">{again === 1 ? 'Enquired again' : `Enquired ${counted(again + 1, 'time')}`}</Tag> : null}
      {lead.priority === 2 ? <Tag tone="red">High priority</Tag> : null}
      {typeof lead.score === 'number' ? <Tag>Score {lead.score}</Tag> : null}
      {lead.do_not_disturb ? <Tag tone="red">Do not disturb</Tag> : null}
    </div>
  );
}
