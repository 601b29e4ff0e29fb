import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useReferencePath } from '../../resources/use-reference-path';
import { Avatar } from '../../ui/marks/avatar';
import { Icon } from '../../ui/marks/icon';
import { Time } from '../../ui/time/time';
import { agentText, dataText, keyText, tableText } from './data-text';
import { LongText } from './long-text';
import type { Data, Entry } from './timeline-entry';

/** The user agent of what the server does by itself. */
const job = 'job';
type Block = 'Old Data' | 'New Data';

/** Who changed what, and from where; the data on request. */
export function EntryRow({ entry, onCompare }: { entry: Entry; onCompare: () => void }): ReactNode {
  const { modifiedBy, property, ipAddress, userAgent, updated_at, oldData, newData } = entry;
  const [open, setOpen] = useState<ReadonlySet<Block>>(new Set());
  // a deleted record has no page
  const own = useReferencePath(property === 'Deleted' ? undefined : entry.tableAffected.replaceAll('_', '-'), entry.record_id);
  const whole = useReferencePath(entry.record_of?.resource, entry.record_of?.id);
  const path = own ?? whole;
  const from = [ipAddress && `IP ${ipAddress}`, userAgent === job ? 'by a background job' : undefined]
    .filter(Boolean)
    .join(' · ');
  const toggle = (block: Block): void =>
    setOpen((now) => new Set(now.has(block) ? [...now].filter((one) => one !== block) : [...now, block]));
  const blocks: readonly (readonly [Block, Data])[] = [
    ['Old Data', oldData],
    ['New Data', newData],
  ];
  return (
    <li className="p-timeline-entry">
      <div className="p-timeline-line">
        <Avatar name={modifiedBy.name} size={28} />
        <div className="p-timeline-who">
          <p>
            <strong>{modifiedBy.name}</strong> {modifiedBy.email ? <span className="p-quiet">{modifiedBy.email}</span> : null}{' '}
            <span className="p-quiet">(Modified by)</span>
          </p>
          <p className="p-timeline-where">
            <span className="p-tag" title={entry.tableAffected}>
              {tableText(entry)}
            </span>
            {path ? (
              <Link to={path}>{entry.record_text ?? 'Open record'}</Link>
            ) : entry.record_text ? (
              <span>{entry.record_text}</span>
            ) : null}
            <span>{property}</span>
            <span className="p-quiet">
              {from}
              {userAgent === job ? null : (
                <>
                  {from ? ' · ' : ''}
                  <span title={userAgent ?? undefined}>{agentText(userAgent)}</span>
                </>
              )}
            </span>
          </p>
        </div>
        <div className="p-timeline-acts">
          {blocks.map(([name]) => (
            <button key={name} type="button" className="p-chip" aria-expanded={open.has(name)} onClick={() => toggle(name)}>
              <Icon name={open.has(name) ? 'down' : 'right'} size={14} /> {name}
            </button>
          ))}
          <button type="button" className="p-chip" onClick={onCompare}>
            <Icon name="eye" size={14} /> View compare
          </button>
          <span className="p-quiet p-num p-timeline-at">
            <Time at={updated_at} />
          </span>
        </div>
      </div>
      {blocks.map(([name, data]) => (open.has(name) ? <DataBlock key={name} name={name} data={data} /> : null))}
    </li>
  );
}

function DataBlock({ name, data }: { name: Block; data: Data }): ReactNode {
  const keys = Object.keys(data);
  return (
    <section className="p-timeline-data" aria-label={name}>
      <h3>{name}</h3>
      {keys.length ? (
        <dl>
          {keys.map((key) => (
            <div key={key}>
              <dt>{keyText(key)}</dt>
              <dd>
                <LongText>{dataText(data[key])}</LongText>
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="p-quiet">–</p>
      )}
    </section>
  );
}
