import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Icon } from '../../ui/marks/icon';
import { MenuButton } from '../../ui/actions/menu-button';
import { editPath } from '../resource-paths';
import type { RowOffer } from './use-row-offer';

/** The actions of a card in one menu, large enough for a thumb. */
export function RowMenu({ resource, row, name, actions, mayUpdate, mayDelete, search }: RowOffer): ReactNode {
  const navigate = useNavigate();
  const active = row['status'] === 1;
  const hasStatus = resource.fields.properties['status'] !== undefined && 'status' in row;
  const choices = [
    ...(mayUpdate ? [{ label: 'Edit', choose: () => void navigate({ pathname: editPath(resource, row.id), search }) }] : []),
    ...(mayUpdate && hasStatus
      ? [{ label: active ? 'Deactivate' : 'Activate', choose: () => void actions.setStatus(row, !active) }]
      : []),
    ...(mayDelete && row['is_system'] !== true ? [{ label: 'Delete', choose: () => actions.remove(row, name) }] : []),
  ];
  if (!choices.length) return null;
  return (
    <MenuButton label={`Actions of ${name}`} className="p-icon-button" choices={choices}>
      <Icon name="more" />
    </MenuButton>
  );
}
