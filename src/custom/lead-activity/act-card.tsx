import type { ReactNode } from 'react';
import { plainText } from '../../resources/kind-looks';
import { leadActivity, type LeadAct } from '../../schemas/leads/lead-activity';
import { Time } from '../../ui/time/time';
import { clockText } from '../../ui/time/use-seconds';
import { ActLead, doerOf } from './act-columns';

/** An act on a phone. */
export function ActCard({ row }: { row: LeadAct }): ReactNode {
  const change = [row.from_text, row.to_text].filter(Boolean).join(' → ');
  return (
    <div className="la-card">
      <span className="p-card-line">
        <strong>{plainText(leadActivity, 'kind', row.kind)}</strong>
        {row.duration_s ? <span className="p-num">{clockText(row.duration_s)}</span> : null}
        <Time at={row.at} hour />
      </span>
      <ActLead row={row} />
      <span className="p-quiet">{[doerOf(row), change].filter(Boolean).join(' · ')}</span>
      {row.message ? <span className="la-said">{row.message}</span> : null}
    </div>
  );
}
