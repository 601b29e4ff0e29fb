import { useLocation, type NavigateFunction } from 'react-router';
import { useMayDo } from '../../providers/rights';
import type { AnyResource, AnyRow } from '../../schemas/kit/resource';
import { isOpen, mayEditNow } from '../../schemas/kit/may-change';
import { textOf } from '../kind-looks';
import type { KeyAction } from '../../ui/actions/use-keys';
import { editPath, offers } from '../resource-paths';
import { useRecordActions, type RecordActions } from '../use-record-actions';
import type { ListRow } from './list-page';

/** The actions of a catalogue's row, as buttons or as a menu. */
export interface RowOffer {
  readonly resource: AnyResource;
  readonly row: ListRow & AnyRow;
  readonly name: string;
  readonly actions: RecordActions;
  readonly mayUpdate: boolean;
  readonly mayDelete: boolean;
  /** The list's own state, to which the form returns. */
  readonly search: string;
}

/** `named` is the column that names the record. */
export function useRowOffer(resource: AnyResource, named: string): (row: ListRow & AnyRow) => RowOffer {
  const may = useMayDo(resource);
  const { search } = useLocation();
  const actions = useRecordActions(resource);
  const mayUpdate = offers(resource, 'update') && may('update');
  const mayDelete = offers(resource, 'delete') && may('delete');
  return (row) => {
    const open = isOpen(resource, row);
    const name = textOf(resource, named, row);
    return {
      resource,
      row,
      name,
      actions,
      mayUpdate: mayUpdate && mayEditNow(resource, row),
      mayDelete: mayDelete && open,
      search,
    };
  };
}

/** The key that edits the row, for those who may. */
export function editKey({ mayUpdate, resource, row, search }: RowOffer, navigate: NavigateFunction): KeyAction | undefined {
  return mayUpdate ? ['Edit the row', () => void navigate({ pathname: editPath(resource, row.id), search })] : undefined;
}
