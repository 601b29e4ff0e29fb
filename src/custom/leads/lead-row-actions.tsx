import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { openLeadStage } from '../../providers/screens/lead-stage-modal';
import type { Lead } from '../../schemas/leads/leads';
import { Icon } from '../../ui/marks/icon';
import { MenuButton, type MenuChoice } from '../../ui/actions/menu-button';
import { Reach } from '../../ui/leads/reach';
import { leadName } from '../../ui/leads/lead-text';
import { leadPath } from '../../schemas/kit/lead-page';

/** The actions of a row: call, WhatsApp, Add Lead Stage; the others in a menu. */
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
  /** Of the menu, after Open. */
  choices: readonly MenuChoice[];
}): ReactNode {
  const navigate = useNavigate();
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
      <MenuButton
        label={`More for ${leadName(lead)}`}
        title="More"
        choices={[{ label: 'Open', choose: () => void navigate(leadPath(lead.id)) }, ...choices]}
      >
        <Icon name="more" />
      </MenuButton>
    </>
  );
}
