import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useMayDo } from '../../providers/who';
import type { AnyResource } from '../../schemas/kit/resource';
import { Icon } from '../../ui/icon';
import type { AnyRow } from '../kind-looks';
import { editPath, offers } from '../resource-paths';
import { useRecordActions } from '../use-record-actions';

/** What a row offers beside opening it. */
export function RowActions({
  resource,
  row,
  name,
}: {
  resource: AnyResource;
  row: AnyRow & { id: string | number };
  name: string;
}): ReactNode {
  const may = useMayDo(resource);
  const { search } = useLocation();
  const { setStatus, remove } = useRecordActions(resource);
  const mayEdit = offers(resource, 'update') && may('update');
  const mayDelete = offers(resource, 'delete') && may('delete') && row['is_system'] !== true;
  if (!mayEdit && !mayDelete) return null;
  const active = row['status'] === 1;
  return (
    <>
      {mayEdit ? (
        <Link
          className="p-icon-button"
          to={{ pathname: editPath(resource, row.id), search }}
          aria-label={`Edit ${name}`}
          title="Edit"
        >
          <Icon name="edit" />
        </Link>
      ) : null}
      {mayEdit && resource.fields.properties['status'] && 'status' in row ? (
        <button
          type="button"
          className="p-icon-button"
          aria-label={`${active ? 'Deactivate' : 'Activate'} ${name}`}
          title={active ? 'Deactivate' : 'Activate'}
          onClick={() => void setStatus(row, !active)}
        >
          <Icon name={active ? 'pause' : 'check'} />
        </button>
      ) : null}
      {mayDelete ? (
        <button
          type="button"
          className="p-icon-button"
          aria-label={`Delete ${name}`}
          title="Delete"
          onClick={() => remove(row, name)}
        >
          <Icon name="trash" />
        </button>
      ) : null}
    </>
  );
}
