import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useWho } from '../../providers/session/who';
import { pluralOf, type AnyResource } from '../../schemas/kit/resource';
import { isAdministrator } from '../../schemas/kit/roles';
import { Icon } from '../../ui/marks/icon';
import { deletedPath, offers } from '../resource-paths';

/** The administrator's link to deleted records that can still be restored. */
export function DeletedLink({ resource }: { resource: AnyResource }): ReactNode {
  if (!isAdministrator(useWho()) || !offers(resource, 'delete')) return null;
  const text = `Deleted ${pluralOf(resource)}`;
  return (
    <Link className="p-icon-button" to={deletedPath(resource)} aria-label={text} title={text}>
      <Icon name="trash" />
    </Link>
  );
}
