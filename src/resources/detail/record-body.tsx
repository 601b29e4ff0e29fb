import type { ReactNode } from 'react';
import type { ActedRow } from '../use-record-actions';
import { Link } from 'react-router-dom';
import { useMayDo } from '../../providers/rights';
import { partsOf } from '../../providers/screens/parts';
import { useWho } from '../../providers/session/who';
import { kindAt } from '../../kinds/kind-of';
import { targetOf } from '../../kinds/kind-target';
import { originInWords } from '../../schemas/kit/derived-words';
import { titleOf, type AnyResource } from '../../schemas/kit/resource';
import { hiddenFields } from '../../schemas/kit/validation-schema';
import { fullTime } from '../../ui/time/dates';
import { valueOf } from '../kind-looks';
import { countedPath, offers } from '../resource-paths';
import { useReferencePath } from '../use-reference-path';
import { onDemand } from '../../ui/dialogs/on-demand';
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
        {groupsOf(resource, row).map((group) => (
          <section key={group.title} className="p-record-group">
            {group.title ? <h2>{group.title}</h2> : null}
            <dl>
              {group.fields.map((field) => (
                <div key={field} className={kindAt(resource, field).kind.wide ? 'p-wide' : undefined}>
                  <dt title={originInWords(resource, field)}>{titleOf(resource, field)}</dt>
                  <dd>
                    <Value resource={resource} field={field} row={row} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
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

function Value({ resource, field, row }: { resource: AnyResource; field: string; row: ActedRow }): ReactNode {
  const { kind, at } = kindAt(resource, field);
  const path = useReferencePath(kind.refers === 'one' ? (kind.leadsTo?.(at, row) ?? targetOf(at)?.to) : undefined, row[field]);
  const shown = valueOf(resource, field, row);
  const to = path ?? countedPath(resource, field, row.id, row[field]);
  return to && shown !== '–' ? <Link to={to}>{shown}</Link> : shown;
}

const by = (row: ActedRow, field: string): string => (typeof row._labels?.[field] === 'string' ? `by ${row._labels[field]}` : '');

/** What the record's other values hide in the form is not here either. */
function groupsOf(resource: AnyResource, row: ActedRow): { title: string; fields: readonly string[] }[] {
  const hidden = hiddenFields(resource, row);
  const shown = Object.keys(resource.fields.properties).filter(
    (name) =>
      !hidden.has(name) &&
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
