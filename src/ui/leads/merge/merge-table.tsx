import { Radio } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { leadPath } from '../../../schemas/kit/lead-page';
import type { Lead } from '../../../schemas/leads/leads';
import { labelOf, leadName } from '../lead-text';
import { Time } from '../../time/time';
import { mergeRows, type Choices, type MergeRow } from './merge-values';

/** The leads in columns, this page's first. A value that differs is chosen; what differs is also said by a word. */
export function MergeTable({
  leads,
  keptId,
  choices,
  mayMerge,
  onKeep,
  onChoose,
}: {
  leads: readonly Lead[];
  keptId: string;
  choices: Choices;
  mayMerge: boolean;
  onKeep: (id: string) => void;
  onChoose: (field: string, id: string) => void;
}): ReactNode {
  const ids = leads.map(({ id }) => String(id));
  return (
    <div className={leads.length > 2 ? 'mg-many' : undefined}>
      <table className="mg-table">
        <thead>
          <tr>
            <th scope="col">Field</th>
            {leads.map((lead, at) => (
              <th key={ids[at]} scope="col">
                {mayMerge ? (
                  <Radio name="mg-keep" checked={ids[at] === keptId} onChange={() => onKeep(String(lead.id))}>
                    Keep this lead
                  </Radio>
                ) : null}
                <Head lead={lead} isThis={at === 0} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {mergeRows(leads, keptId, choices).map((row) => (
            <Row key={row.field} row={row} ids={ids} mayMerge={mayMerge} onChoose={onChoose} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head({ lead, isThis }: { lead: Lead; isThis: boolean }): ReactNode {
  return (
    <span className="mg-head">
      {isThis ? <strong>{leadName(lead)}</strong> : <Link to={leadPath(lead.id)}>{leadName(lead)}</Link>}
      <span className="p-quiet">
        {labelOf(lead, 'user_id') || 'No owner'} · <Time at={lead.created_at} />
      </span>
    </span>
  );
}

function Row({
  row,
  ids,
  mayMerge,
  onChoose,
}: {
  row: MergeRow;
  ids: readonly string[];
  mayMerge: boolean;
  onChoose: (field: string, id: string) => void;
}): ReactNode {
  const differs = new Set(row.texts).size > 1;
  return (
    <tr className={differs ? 'mg-differs' : undefined}>
      <th scope="row">
        {row.title}
        {differs ? <span className="p-visually-hidden"> (differs)</span> : null}
      </th>
      {ids.map((id, at) => (
        <td key={id} className={differs && row.from === id ? 'mg-taken' : undefined}>
          {differs && mayMerge && row.isOpen && row.texts[at] ? (
            <Radio name={`mg-${row.field}`} checked={row.from === id} onChange={() => onChoose(row.field, id)}>
              {row.texts[at]}
            </Radio>
          ) : (
            row.texts[at] || '–'
          )}
        </td>
      ))}
    </tr>
  );
}
