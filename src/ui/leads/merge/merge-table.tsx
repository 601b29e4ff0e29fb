import { Radio } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { leadPath } from '../../../schemas/kit/lead-page';
import type { Lead } from '../../../schemas/leads/leads';
import { labelOf, leadName } from '../lead-text';
import { Time } from '../../time/time';
import { mergeRows, type Choices, type MergeRow, type Side } from './merge-values';

type Keeps = 'this' | 'other';

/** The leads in two columns, this page's first. A value that differs is chosen; what differs is also said by a word. */
export function MergeTable({
  kept,
  lost,
  keeps,
  choices,
  mayMerge,
  onKeep,
  onChoose,
}: {
  kept: Lead;
  lost: Lead;
  keeps: Keeps;
  choices: Choices;
  mayMerge: boolean;
  onKeep: (keeps: Keeps) => void;
  onChoose: (field: string, side: Side) => void;
}): ReactNode {
  const sides: readonly [Side, Side] = keeps === 'this' ? ['kept', 'lost'] : ['lost', 'kept'];
  const leadOf = { kept, lost };
  return (
    <table className="mg-table">
      <thead>
        <tr>
          <th scope="col">Field</th>
          {sides.map((side, at) => (
            <th key={at} scope="col">
              {mayMerge ? (
                <Radio name="mg-keep" checked={side === 'kept'} onChange={() => onKeep(at === 0 ? 'this' : 'other')}>
                  Keep this lead
                </Radio>
              ) : null}
              <Head lead={leadOf[side]} isThis={at === 0} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {mergeRows(kept, lost, choices).map((row) => (
          <Row key={row.field} row={row} sides={sides} mayMerge={mayMerge} onChoose={onChoose} />
        ))}
      </tbody>
    </table>
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
  sides,
  mayMerge,
  onChoose,
}: {
  row: MergeRow;
  sides: readonly [Side, Side];
  mayMerge: boolean;
  onChoose: (field: string, side: Side) => void;
}): ReactNode {
  const differs = row.texts.kept !== row.texts.lost;
  return (
    <tr className={differs ? 'mg-differs' : undefined}>
      <th scope="row">
        {row.title}
        {differs ? <span className="p-visually-hidden"> (differs)</span> : null}
      </th>
      {sides.map((side, at) => (
        <td key={at} className={differs && row.from === side ? 'mg-taken' : undefined}>
          {differs && mayMerge && row.texts[side] ? (
            <Radio name={`mg-${row.field}`} checked={row.from === side} onChange={() => onChoose(row.field, side)}>
              {row.texts[side]}
            </Radio>
          ) : (
            row.texts[side] || '–'
          )}
        </td>
      ))}
    </tr>
  );
}
