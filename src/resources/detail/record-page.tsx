import { type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Link } from 'react-router-dom';
import { useMayDo } from '../../providers/rights';
import { useWho } from '../../providers/session/who';
import { displayOf, pluralOf, type AnyResource, type RecordOf } from '../../schemas/kit/resource';
import { isAdministrator } from '../../schemas/kit/roles';
import { lowerFirst } from '../../ui/marks/lower-first';
import { PageFrame } from '../../ui/page/page-frame';
import { EmptyState, ErrorState, NoPermission, statusOf } from '../../ui/page/states';
import { ActiveTag } from '../../ui/marks/tag';
import { textOf } from '../kind-looks';
import { deletedPath, listPath } from '../resource-paths';
import { pageNote } from '../page-note';
import { useRecord } from '../use-record';
import { RecordBody } from './record-body';
import { RecordHead } from './record-head';
import { listSearch } from './tab-in-address';

interface Props<R extends AnyResource> {
  resource: R;
  id: string;
  /** Parameters of the address that belong to this page, not to the list that it was opened from. */
  own?: readonly string[];
  /** Instead of the fields, usage and history: what a hand-made page shows of the record. */
  children?: (row: RecordOf<R>) => ReactNode;
}

/** One record: its fields by section, its actions, and its history. A hand-made page has its own content in the same frame. */
export function RecordPage<R extends AnyResource>({ resource, id, own = [], children }: Props<R>): ReactNode {
  const may = useMayDo(resource);
  const who = useWho();
  const search = listSearch(useLocation().search, own);
  const { row, error, retry } = useRecord(resource, id, may('read'));
  const name = resource.singleton ? resource.label : row ? textOf(resource, displayOf(resource), row) : '';
  const crumb = <Link to={{ pathname: listPath(resource), search }}>{pluralOf(resource)}</Link>;

  if (!may('read'))
    return (
      <PageFrame title={resource.label} crumb={crumb}>
        <NoPermission to={resource} />
      </PageFrame>
    );
  if (error !== undefined)
    return (
      <PageFrame title={resource.label} crumb={crumb}>
        {statusOf(error) === 404 ? (
          <EmptyState title={`This ${lowerFirst(resource.label)} does not exist`} icon="search" next={crumb}>
            It was deleted, or the address is wrong.{' '}
            {isAdministrator(who) ? <Link to={deletedPath(resource)}>Deleted records</Link> : null}
          </EmptyState>
        ) : (
          <ErrorState what={`${resource.label} could not be loaded`} error={error} onRetry={retry} />
        )}
      </PageFrame>
    );
  if (!row)
    return (
      <PageFrame title={resource.label} crumb={crumb} padded>
        <div aria-busy="true">
          {[40, 60, 35, 50].map((width) => (
            <span key={width} className="p-bone" style={{ width: `${width}%`, maxWidth: 480, marginBottom: 20 }} />
          ))}
        </div>
      </PageFrame>
    );
  const active = row['status'];
  return (
    <PageFrame
      title={name}
      crumb={crumb}
      scope={active === 0 || active === 1 ? <ActiveTag active={active === 1} /> : undefined}
      actions={<RecordHead resource={resource} row={row} name={name} />}
      note={pageNote(resource)}
      padded
    >
      {children ? children(row) : <RecordBody resource={resource} row={row} id={id} />}
    </PageFrame>
  );
}
