import { useCustom } from '@refinedev/core';
import { useState, type ReactNode } from 'react';
import { spreadCustom } from '../../schemas/kit/custom-fields';
import { titleOf, type AnyResource } from '../../schemas/kit/resource';
import { onDemand } from '../../ui/dialogs/on-demand';
import { Time } from '../../ui/time/time';
import { textOf, type AnyRow } from '../kind-looks';
import type { ActedRow } from '../use-record-actions';
import type { Entry } from './versions';
import './detail.css';

const Versions = onDemand('versions', () => import('./record-versions'));

/** The changes of a record, newest first; a new `version` reloads them after a save. */
export default function RecordHistory({
  resource,
  id,
  version,
  row,
}: {
  resource: AnyResource;
  id: string;
  version: number;
  /** With it earlier versions can be compared and restored. */
  row?: ActedRow;
}): ReactNode {
  const [chosen, choose] = useState<number>();
  const { query } = useCustom<Entry[] | { data?: Entry[] }>({
    url: `res/${resource.name}/${encodeURIComponent(id)}/history`,
    method: 'get',
    meta: { version },
    queryOptions: { retry: false, staleTime: 0 },
    errorNotification: false,
  });
  const answer = query.data?.data;
  const entries = Array.isArray(answer) ? answer : (answer?.data ?? []);
  if (query.isPending) return <span className="p-bone" style={{ width: '60%' }} />;
  if (query.isError) return <p className="p-quiet">The history could not be loaded.</p>;
  if (!entries.length) return <p className="p-quiet">No changes yet.</p>;
  return (
    <>
      <ol className="p-history">
        {entries.map((entry, at) => (
          <li key={entry.id}>
            <p>
              <strong>{entry.modifiedBy.name}</strong>{' '}
              {entry.property === 'Created' || entry.property === 'Deleted' || entry.property === 'Restored'
                ? entry.property.toLowerCase() + ' it'
                : 'changed'}
              <span className="p-quiet">
                <Time at={entry.created_at} />
              </span>
            </p>
            {entry.property === 'Created' ? null : <Changes resource={resource} entry={entry} />}
            {row && at > 0 ? (
              <button type="button" className="p-history-compare" onClick={() => choose(at)}>
                Compare with now
              </button>
            ) : null}
          </li>
        ))}
      </ol>
      {chosen === undefined || !row ? null : (
        <Versions resource={resource} row={row} entries={entries} chosen={chosen} onClose={() => choose(undefined)} />
      )}
    </>
  );
}

function Changes({ resource, entry }: { resource: AnyResource; entry: Entry }): ReactNode {
  const before: AnyRow = { ...spreadCustom(entry.oldData), _labels: entry.labels?.old ?? {} };
  const after: AnyRow = { ...spreadCustom(entry.newData), _labels: entry.labels?.new ?? {} };
  const names = Object.keys({ ...before, ...after }).filter(
    (name) =>
      Object.hasOwn(resource.fields.properties, name) &&
      !(name === 'custom' && resource.customFields) &&
      JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>
          {titleOf(resource, name)}: <span className="p-old">{textOf(resource, name, before)}</span> →{' '}
          <span className="p-new">{textOf(resource, name, after)}</span>
        </li>
      ))}
    </ul>
  );
}
