import { type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Link } from 'react-router-dom';
import { useMayDo } from '../../providers/rights';
import { useWho } from '../../providers/session/who';
import type { ResourceChunk } from '../../providers/screens/resource-chunk';
import { kindAt } from '../../kinds/kind-of';
import { targetOf } from '../../kinds/kind-target';
import { displayOf, pluralOf, titleOf, type AnyResource } from '../../schemas/kit/resource';
import { isAdministrator } from '../../schemas/kit/roles';
import { lowerFirst } from '../../ui/marks/lower-first';
import { PageFrame } from '../../ui/page/page-frame';
import { EmptyState, ErrorState, NoPermission, statusOf } from '../../ui/page/states';
import { ActiveTag } from '../../ui/marks/tag';
import { fullTime } from '../../ui/time/dates';
import { textOf, valueOf, type AnyRow } from '../kind-looks';
import { deletedPath, listPath, offers } from '../resource-paths';
import { pageNote } from '../page-note';
import { useRecord } from '../use-record';
import { useReferencePath } from '../use-reference-path';
import { onDemand } from '../../ui/dialogs/on-demand';
import { RecordHead } from './record-head';
import { RecordUsage } from './record-usage';
import './detail.css';

const History = onDemand('history', () => import('./record-history'));
const Sections = onDemand('sections', () => import('./record-sections'));
type Row = AnyRow & { id: string | number };

/** One record: its fields by section, its actions, and its history. */
export function RecordPage({ chunk: { resource }, id }: { chunk: ResourceChunk; id: string }): ReactNode {
  const may = useMayDo(resource);
  const who = useWho();
  const { search } = useLocation();
  const { row, error, retry } = useRecord(resource, id, may('read'));
  const name = resource.singleton ? resource.label : row ? textOf(resource, displayOf(resource), row) : '';
  const crumb = <Link to={{ pathname: listPath(resource), search }}>{pluralOf(resource)}</Link>;

  if (!may('read'))
    return (
      <PageFrame title={resource.label} crumb={crumb}>
        <NoPermission />
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
      <div className="p-record">
        <div className="p-record-main">
          {groupsOf(resource).map((group) => (
            <section key={group.title} className="p-record-group">
              {group.title ? <h2>{group.title}</h2> : null}
              <dl>
                {group.fields.map((field) => (
                  <div key={field} className={kindAt(resource, field).kind.wide ? 'p-wide' : undefined}>
                    <dt>{titleOf(resource, field)}</dt>
                    <dd>
                      <Value resource={resource} field={field} row={row} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
          {Object.values(resource.actions ?? {}).some(({ shows }) => shows) ? <Sections resource={resource} row={row} /> : null}
          <p className="p-record-stamps">
            Created {fullTime(row['created_at'])} {by(row, 'created_by')} · Changed {fullTime(row['updated_at'])}{' '}
            {by(row, 'updated_by')}
          </p>
        </div>
        <div className="p-record-sides">
          {offers(resource, 'delete') && may('delete') ? (
            <aside className="p-record-side" aria-label="Where it is used">
              <h2>Where it is used</h2>
              <RecordUsage resource={resource} id={id} version={Number(row['row_version'] ?? 0)} />
            </aside>
          ) : null}
          {who?.type === 'org' ? (
            <aside className="p-record-side" aria-label="History">
              <h2>History</h2>
              <History resource={resource} id={id} version={Number(row['row_version'] ?? 0)} />
            </aside>
          ) : null}
        </div>
      </div>
    </PageFrame>
  );
}

function Value({ resource, field, row }: { resource: AnyResource; field: string; row: Row }): ReactNode {
  const { kind, at } = kindAt(resource, field);
  const path = useReferencePath(kind.refers === 'one' ? targetOf(at)?.to : undefined, row[field]);
  const shown = valueOf(resource, field, row);
  return path && shown !== '–' ? <Link to={path}>{shown}</Link> : shown;
}

const by = (row: Row, field: string): string => (typeof row._labels?.[field] === 'string' ? `by ${row._labels[field]}` : '');

function groupsOf(resource: AnyResource): { title: string; fields: readonly string[] }[] {
  const shown = Object.keys(resource.fields.properties).filter(
    (name) =>
      resource.ui?.[name]?.widget !== 'hidden' &&
      resource.ui?.[name]?.with === undefined &&
      !(name === 'custom' && resource.customFields) &&
      name !== 'status' &&
      !resource.secret?.includes(name),
  );
  const grouped = (resource.groups ?? []).map((group) => ({
    title: group.title,
    fields: group.fields.filter((name) => shown.includes(name)),
  }));
  const named = new Set(grouped.flatMap((group) => group.fields));
  const rest = shown.filter((name) => !named.has(name));
  return [...grouped, { title: grouped.length ? 'More' : '', fields: rest }].filter((group) => group.fields.length);
}
