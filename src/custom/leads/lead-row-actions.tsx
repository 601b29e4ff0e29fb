import type { ReactNode } from 'react';
import { openLeadStage } from '../../providers/screens/lead-stage-modal';
import type { Lead } from '../../schemas/leads/leads';
import { Icon } from '../../ui/marks/icon';
import { MenuButton, type MenuChoice } from '../../ui/actions/menu-button';
import { Reach } from '../../ui/leads/reach';
import { leadName } from '../../ui/leads/lead-text';

/** The actions of a row: call, WhatsApp, Add Lead Stage; all of them in a menu. */
export function LeadRowActions({
  lead,
  mayUpdate,
  mayReach,
  choices,
}: {
  lead: Lead;
  mayUpdate: boolean;
  /** Call and message. */
  mayReach: boolean;
  choices: readonly MenuChoice[];
}): ReactNode {
  return (
    <>
      {mayReach ? <Reach leadId={String(lead.id)} name={leadName(lead)} phone={lead.phone} /> : null}
      {mayUpdate ? (
        <button
          type="button"
          className="p-icon-button"
          aria-label={`Add Lead Stage for ${leadName(lead)}`}
          title="Add Lead Stage (s)"
          onClick={() => openLeadStage({ leadId: String(lead.id) })}
        >
          <Icon name="flag" />
        </button>
      ) : null}
      <MenuButton label={`More for ${leadName(lead)}`} title="More" choices={choices}>
        <Icon name="more" />
      </MenuButton>
    </>
  );
}
