import { useList, type BaseRecord } from '@refinedev/core';
import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useMayDo } from '../../providers/rights';
import type { ResourceChunk } from '../../providers/screens/resource-chunk';
import { useResource } from '../../providers/screens/use-resource';
import { counted } from '../../schemas/kit/counted';
import { choicesFor, linkOf } from '../../schemas/kit/links';
import { displayOf, pluralOf, type AnyResource } from '../../schemas/kit/resource';
import { isOpen, mayEditNow } from '../../schemas/kit/may-change';
import { Icon } from '../../ui/marks/icon';
import { lowerFirst } from '../../ui/marks/lower-first';
import { ErrorState } from '../../ui/page/states';
import { ResourceForm } from '../form/form-on-demand';
import { cellOf, columnTitle, textOf } from '../kind-looks';
import { listPath, offers, recordPath } from '../resource-paths';
import { useRecordActions, type ActedRow } from '../use-record-actions';
import './record-sections.css';

/** Records of other resources that belong to this one: each a table that is added to and changed in place. */
export default function HeldRecords({ resource, row }: { resource: AnyResource; row: ActedRow }): ReactNode {
  return Object.entries(resource.holds ?? {}).map(([name, field]) => (
    <Held key={name} name={name} field={field} of={resource.name} row={row} />
  ));
}

function Held(props: HeldProps & { name: string }): ReactNode {
  const chunk = useResource(props.name);
  const may = useMayDo(chunk?.resource);
  return chunk && may('list') ? <Rows {...props} chunk={chunk} /> : null;
}

interface HeldProps {
  field: string;
  /** The resource on whose page they are. */
  of: string;
  row: ActedRow;
}

/** What leads to the record on the page: a reference, or both parts of a link. */
function keysOfHolder(resource: AnyResource, { field, of, row }: HeldProps): Readonly<Record<string, string | number>> {
  const link = linkOf(resource, field);
  const [choice = ''] = link ? choicesFor(link, of) : [];
  return link ? { [link.by]: choice, [field]: String(row.id) } : { [field]: row.id };
}

const most = 25;
/** Whose a new record is, is not asked: it is the one on the page. */
const without = (resource: AnyResource, fields: readonly string[]): AnyResource => ({
  ...resource,
  ui: { ...resource.ui, ...Object.fromEntries(fields.map((name) => [name, { ...resource.ui?.[name], widget: 'hidden' }])) },
});

function Rows({ chunk, ...holder }: HeldProps & { chunk: ResourceChunk }): ReactNode {
  const { resource } = chunk;
  const given = keysOfHolder(resource, holder);
  const own = Object.keys(given).join(' ');
  const may = useMayDo(resource);
  const actions = useRecordActions(resource);
  const added = useMemo(() => ({ ...chunk, resource: without(resource, own.split(' ')) }), [chunk, resource, own]);
  const [opened, open] = useState<ActedRow | 'new'>();
  const { query } = useList<BaseRecord>({
    resource: resource.name,
    pagination: { currentPage: 1, pageSize: most },
    filters: Object.entries(given).map(([field, value]) => ({ field, operator: 'eq', value })),
    errorNotification: false,
  });
  const rows = (query.data?.data ?? []).flatMap(({ id, ...values }): ActedRow[] => (id === undefined ? [] : [{ ...values, id }]));
  const total = query.data?.total ?? 0;
  const columns = (resource.columns ?? []).filter((name) => !Object.hasOwn(given, name));
  const mayAdd = offers(resource, 'create') && may('create');
  const title = pluralOf(resource);
  const close = (): void => open(undefined);
  return (
    <section className="p-record-group" aria-label={title} aria-busy={query.isPending}>
      <header className="p-section-head">
        <h2>{title}</h2>
        {mayAdd ? (
          <Button size="small" icon={<Icon name="plus" size={12} />} onClick={() => open('new')}>
            Add {lowerFirst(resource.label)}
          </Button>
        ) : null}
      </header>
      {query.isError ? (
        <ErrorState what={`${title} could not be loaded`} error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <span className="p-bone" style={{ width: '60%' }} />
      ) : rows.length ? (
        <div className="p-section-scroll" tabIndex={0} role="region" aria-label={`${title}, table`}>
          <table className="p-mini p-section-rows p-held-rows">
            <thead>
              <tr>
                {columns.map((name) => (
                  <th key={name} scope="col">
                    {columnTitle(resource, name)}
                  </th>
                ))}
                <th>
                  <span className="p-visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((one) => (
                <HeldRow
                  key={one.id}
                  resource={resource}
                  row={one}
                  columns={columns}
                  onEdit={() => open(one)}
                  remove={actions.remove}
                />
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p className="p-quiet">None yet.</p>
      )}
      {total > rows.length ? (
        <Link to={{ pathname: listPath(resource), search: searchOf(given) }}>
          All {counted(total, lowerFirst(resource.label), lowerFirst(title))}
        </Link>
      ) : null}
      {opened ? (
        <ResourceForm
          {...(opened === 'new' ? { chunk: added, given } : { chunk, id: opened.id })}
          as="drawer"
          onClose={close}
          onSaved={close}
        />
      ) : null}
    </section>
  );
}

const searchOf = (given: Readonly<Record<string, string | number>>): string =>
  `?${new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)])).toString()}`;

function HeldRow(props: {
  resource: AnyResource;
  row: ActedRow;
  columns: readonly string[];
  onEdit: () => void;
  remove: (row: ActedRow, name: string) => void;
}): ReactNode {
  const { resource, row, columns } = props;
  const may = useMayDo(resource);
  const name = textOf(resource, displayOf(resource), row);
  const open = isOpen(resource, row);
  return (
    <tr>
      {columns.map((column, at) => (
        <td key={column}>
          {at === 0 && offers(resource, 'read') ? (
            <Link to={recordPath(resource, row.id)}>{cellOf(resource, column, row)}</Link>
          ) : (
            cellOf(resource, column, row)
          )}
        </td>
      ))}
      <td>
        {mayEditNow(resource, row) && offers(resource, 'update') && may('update') ? (
          <button type="button" className="p-icon-button" aria-label={`Edit ${name}`} onClick={props.onEdit}>
            <Icon name="edit" size={14} />
          </button>
        ) : null}
        {open && offers(resource, 'delete') && may('delete') ? (
          <button type="button" className="p-icon-button" aria-label={`Delete ${name}`} onClick={() => props.remove(row, name)}>
            <Icon name="trash" size={14} />
          </button>
        ) : null}
      </td>
    </tr>
  );
}
