import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../../ui/marks/icon';
import { useReturnFocus } from '../return-focus';
import { editPath } from '../resource-paths';
import type { RowOffer } from './use-row-offer';

/** The actions of a row, except opening it. */
export function RowActions({ resource, row, name, actions, mayUpdate, mayDelete, search }: RowOffer): ReactNode {
  const active = row['status'] === 1;
  const editLink = useReturnFocus(String(row.id));
  return (
    <>
      {mayUpdate ? (
        <Link
          ref={editLink}
          className="p-icon-button"
          to={{ pathname: editPath(resource, row.id), search }}
          aria-label={`Edit ${name}`}
          title="Edit"
        >
          <Icon name="edit" />
        </Link>
      ) : null}
      {mayUpdate && resource.fields.properties['status'] && 'status' in row ? (
        <button
          type="button"
          className="p-icon-button"
          aria-label={`${active ? 'Deactivate' : 'Activate'} ${name}`}
          title={active ? 'Deactivate' : 'Activate'}
          onClick={() => void actions.setStatus(row, !active)}
        >
          <Icon name={active ? 'pause' : 'check'} />
        </button>
      ) : null}
      {mayDelete && row['is_system'] !== true ? (
        <button
          type="button"
          className="p-icon-button"
          aria-label={`Delete ${name}`}
          title="Delete"
          onClick={() => actions.remove(row, name)}
        >
          <Icon name="trash" />
        </button>
      ) : null}
    </>
  );
}
