import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useMayDo } from '../../providers/who';
import type { AnyResource } from '../../schemas/kit/resource';
import { Icon } from '../../ui/icon';
import { MenuButton } from '../../ui/menu-button';
import type { AnyRow } from '../kind-looks';
import { editPath, offers } from '../resource-paths';
import { useRecordActions } from '../use-record-actions';

/** What a card offers, in one menu: a thumb needs room. */
export function RowMenu({
  resource,
  row,
  name,
}: {
  resource: AnyResource;
  row: AnyRow & { id: string | number };
  name: string;
}): ReactNode {
  const may = useMayDo(resource);
  const navigate = useNavigate();
  const { search } = useLocation();
  const { setStatus, remove } = useRecordActions(resource);
  const mayEdit = offers(resource, 'update') && may('update');
  const mayDelete = offers(resource, 'delete') && may('delete') && row['is_system'] !== true;
  const active = row['status'] === 1;
  const hasStatus = resource.fields.properties['status'] !== undefined && 'status' in row;
  const choices = [
    ...(mayEdit ? [{ label: 'Edit', choose: () => void navigate({ pathname: editPath(resource, row.id), search }) }] : []),
    ...(mayEdit && hasStatus ? [{ label: active ? 'Deactivate' : 'Activate', choose: () => void setStatus(row, !active) }] : []),
    ...(mayDelete ? [{ label: 'Delete', choose: () => remove(row, name) }] : []),
  ];
  if (!choices.length) return null;
  return (
    <MenuButton label={`Actions of ${name}`} className="p-icon-button" choices={choices}>
      <Icon name="more" />
    </MenuButton>
  );
}
