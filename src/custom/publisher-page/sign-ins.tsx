import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { listOf } from '../../providers/calls/records';
import { useCall } from '../../providers/calls/use-call';
import type { users } from '../../schemas/access-control/users';
import { ActiveTag } from '../../ui/marks/tag';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { Time } from '../../ui/time/time';

const userList = listOf<typeof users>('users');

/** Who signs in for the publisher: they see its delivered leads with masked contacts, and nothing else. */
export function SignIns({ id, name }: { id: string; name: string }): ReactNode {
  const query = useCall(userList, { publisher_id: id, type: 'publisher', _start: 0, _end: 100 }, { retry: false });
  if (query.isError)
    return <ErrorState what="The users could not be loaded" error={query.error} onRetry={() => void query.refetch()} />;
  const found = query.data ?? [];
  return (
    <div className="pp-section" aria-busy={query.isPending}>
      {found.length ? (
        <ul className="pp-rows" aria-label={`Users of ${name}`}>
          {found.map((user) => (
            <li key={user.id}>
              <span>
                <Link to={`/users/${user.id}`}>{user.name}</Link> <span className="p-quiet">{user.email}</span>
              </span>
              <ActiveTag active={user.status === 1} />
              <span className="p-quiet">
                Last sign-in <Time at={user.last_login_at} />
              </span>
            </li>
          ))}
        </ul>
      ) : query.data ? (
        <EmptyState title="Nobody signs in for this publisher" icon="users" next={<Link to="/users/new">Add user</Link>}>
          {`Add a user of type Publisher and choose ${name}: they see its delivered leads, masked, and nothing else.`}
        </EmptyState>
      ) : null}
    </div>
  );
}
