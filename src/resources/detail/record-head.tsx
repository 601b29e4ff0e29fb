import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useMayDo } from '../../providers/rights';
import type { AnyResource } from '../../schemas/kit/resource';
import { Icon } from '../../ui/marks/icon';
import { MenuButton } from '../../ui/actions/menu-button';
import { isOpen, mayChange, mayEditNow } from '../../schemas/kit/may-change';
import { onDemand } from '../../ui/dialogs/on-demand';
import { useKeys } from '../../ui/actions/use-keys';
import { useReturnFocus } from '../return-focus';
import { editPath, listPath, offers, recordPath } from '../resource-paths';
import { useRecordActions, type ActedRow } from '../use-record-actions';
import { useTools } from '../use-tools';
import { useRecordCalls } from './record-calls';

const Moves = onDemand('moves', () => import('./record-moves'));

/** The actions of a record: `e` edits; the others are buttons and menu items. */
export function RecordHead({ resource, row, name }: { resource: AnyResource; row: ActedRow; name: string }): ReactNode {
  const may = useMayDo(resource);
  const navigate = useNavigate();
  const { search } = useLocation();
  const { setStatus, duplicate, remove } = useRecordActions(resource);
  const active = row['status'];
  const system = row['is_system'] === true;
  const edit = (id: string | number): void =>
    void navigate({ pathname: editPath(resource, id), search }, { state: { over: 'record' } });
  const showCopy = (copy: ActedRow): void =>
    mayChange(copy) ? edit(copy.id) : void navigate({ pathname: recordPath(resource, copy.id), search });
  const open = isOpen(resource, row);
  const mayEdit = offers(resource, 'update') && may('update') && mayEditNow(resource, row);
  const editButton = useReturnFocus(String(row.id));
  const calls = useRecordCalls(resource, row);
  const tools = useTools(resource, 'record', row.id);
  const more = [
    ...calls.choices,
    ...(mayChange(row) ? tools.choices : []),
    ...(offers(resource, 'create') && may('create') && !resource.singleton
      ? [{ label: 'Duplicate', choose: () => void duplicate(row, showCopy) }]
      : []),
    ...(offers(resource, 'delete') && may('delete') && !system && open
      ? [{ label: 'Delete', choose: () => remove(row, name, () => void navigate(listPath(resource))) }]
      : []),
  ];
  useKeys({ e: mayEdit ? ['Edit', () => edit(row.id)] : undefined });
  return (
    <>
      {more.length ? (
        <MenuButton label="More" className="p-icon-button" choices={more}>
          <Icon name="more" />
        </MenuButton>
      ) : null}
      {resource.states && mayChange(row) ? <Moves resource={resource} row={row} /> : null}
      {calls.buttons}
      {calls.dialog}
      {mayEdit && (active === 0 || active === 1) ? (
        <Button onClick={() => void setStatus(row, active !== 1)}>{active === 1 ? 'Deactivate' : 'Activate'}</Button>
      ) : null}
      {mayEdit ? (
        <Button ref={editButton} type="primary" icon={<Icon name="edit" size={14} />} onClick={() => edit(row.id)}>
          Edit
        </Button>
      ) : null}
    </>
  );
}
