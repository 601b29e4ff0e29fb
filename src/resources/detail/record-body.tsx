import type { ReactNode } from 'react';
import type { ActedRow } from '../use-record-actions';
import { useMayDo } from '../../providers/rights';
import { partsOf } from '../../providers/screens/parts';
import { useWho } from '../../providers/session/who';
import type { AnyResource } from '../../schemas/kit/resource';
import { fullTime } from '../../ui/time/dates';
import { offers } from '../resource-paths';
import { onDemand } from '../../ui/dialogs/on-demand';
import { RecordGroups } from './record-groups';
import { RecordUsage } from './record-usage';
import './detail.css';

const History = onDemand('history', () => import('./record-history'));
const Held = onDemand('held', () => import('./held-records'));
const Sections = onDemand('sections', () => import('./record-sections'));

/** A record's fields by section, where it is used, and its history. */
export function RecordBody({ resource, row, id }: { resource: AnyResource; row: ActedRow; id: string }): ReactNode {
  const may = useMayDo(resource);
  const who = useWho();
  return (
    <div className="p-record">
      <div className="p-record-main">
        <RecordGroups resource={resource} row={row} />
        {Object.values(resource.actions ?? {}).some(({ shows }) => shows) ? <Sections resource={resource} row={row} /> : null}
        {partsOf(resource.name).sections?.map(({ title, Section }) => (
          <section key={title} className="p-record-group" aria-label={title}>
            <h2>{title}</h2>
            <Section record={row} />
          </section>
        ))}
        {resource.holds ? <Held resource={resource} row={row} /> : null}
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
            <History resource={resource} id={id} version={Number(row['row_version'] ?? 0)} row={row} />
          </aside>
        ) : null}
      </div>
    </div>
  );
}

const by = (row: ActedRow, field: string): string => (typeof row._labels?.[field] === 'string' ? `by ${row._labels[field]}` : '');
