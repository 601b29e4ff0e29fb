import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { Lead } from '../../schemas/leads/leads';
import { leadName } from '../../ui/leads/lead-text';
import { Icon } from '../../ui/marks/icon';
import { LeadPlace } from './lead-place';

/** The way back to the list, and what can be done with the lead. Without `acts` the user may only read it. */
export function LeadBar({
  lead,
  isNarrow,
  acts,
}: {
  lead: Lead;
  /** The page shows the way back elsewhere. */
  isNarrow: boolean;
  acts?: { addStage: () => void; addFollowUp: () => void };
}): ReactNode {
  return (
    <div className="lp-bar">
      {isNarrow ? null : (
        <LeadPlace
          leadId={String(lead.id)}
          crumb={
            <>
              <Icon name="right" size={12} />
              <span className="p-cut">{leadName(lead)}</span>
            </>
          }
        />
      )}
      {acts ? (
        <div className="lp-actions">
          <Button icon={<Icon name="calendar" size={14} />} onClick={acts.addFollowUp}>
            Add follow-up
          </Button>
          <Button
            type="primary"
            className="lp-stage"
            icon={<Icon name="flag" size={14} />}
            title="Add Lead Stage (s)"
            onClick={acts.addStage}
          >
            Add Lead Stage
          </Button>
        </div>
      ) : null}
    </div>
  );
}
