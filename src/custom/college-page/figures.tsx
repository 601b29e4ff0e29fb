import type { ReactNode } from 'react';
import { useCall } from '../../providers/calls/use-call';
import { numberWords } from '../../kinds/number-words';
import { collegeFigures, type CollegeFigures } from '../../schemas/calls/lead-colleges';

const shown: readonly (readonly [keyof CollegeFigures, string])[] = [
  ['leads_this_month', 'Leads this month'],
  ['leads', 'Leads in all'],
  ['shortlisted', 'On shortlists'],
  ['not_interested', 'Not interested'],
  ['applications', 'Applications'],
  ['enrolled', 'Enrolled'],
];

/** Of the leads that the user sees. */
export function Figures({ id }: { id: string }): ReactNode {
  const { data, isError } = useCall(collegeFigures, { clg_id: id }, { retry: false });
  return (
    <dl className="cp-figures" aria-label="Your leads" aria-busy={!data && !isError}>
      {shown.map(([name, label]) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd className="p-num">{data ? numberWords(data[name]) : '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
