import type { ReactNode } from 'react';
import { plainText } from '../../resources/kind-looks';
import { callHistory, type HistoryCall } from '../../schemas/leads/calls-history';
import { labelOf } from '../../ui/leads/lead-text';
import { Reach } from '../../ui/leads/reach';
import { Recording } from '../../ui/leads/recording';
import { fullTime } from '../../ui/time/dates';
import { Time } from '../../ui/time/time';
import { clockText } from '../../ui/time/use-seconds';
import { CallLead, StatusTag } from './history-columns';

/** A call on a phone: with whom, when, how it ended, its stage and comment. */
export function HistoryCard({ row, onUnknown }: { row: HistoryCall; onUnknown: (row: HistoryCall) => void }): ReactNode {
  const said = [row.stage_id ? labelOf(row, 'stage_id') : '', row.sub_stage, row.message].filter(Boolean).join(' · ');
  return (
    <div className="ch-card">
      <div className="ch-card-head">
        <div className="p-card-main">
          <CallLead row={row} onUnknown={onUnknown} />
          <span className="p-card-line">
            <Time at={row.started_at} hour />
            <span className="p-quiet">{labelOf(row, 'user_id')}</span>
          </span>
          <span className="p-card-line">
            <StatusTag row={row} />
            <span className="p-quiet">{plainText(callHistory, 'direction', row.direction)}</span>
            {row.talk_s ? <span className="p-num">{clockText(row.talk_s)}</span> : null}
          </span>
        </div>
        {row.lead_id ? <Reach look="round" leadId={row.lead_id} name={labelOf(row, 'lead_id')} phone={row.phone} /> : null}
      </div>
      {said ? <span className="ch-said">{said}</span> : null}
      {row.recording_url ? (
        <Recording url={row.recording_url} callId={row.id} of={`Call of ${fullTime(row.started_at)}`} />
      ) : null}
    </div>
  );
}
