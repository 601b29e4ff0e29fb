import type { ReactNode } from 'react';
import { numberWords } from '../../kinds/number-words';
import { useCall } from '../../providers/calls/use-call';
import { partnerFigures, type PartnerFigures } from '../../schemas/calls/publishers';

const shown: readonly (readonly [Exclude<keyof PartnerFigures, 'publisher' | 'payable'>, string])[] = [
  ['leads_today', 'Today'],
  ['leads_month', 'This month'],
  ['accepted', 'Accepted'],
  ['duplicates', 'Duplicates'],
  ['invalid', 'Invalid'],
  ['refused', 'Refused'],
  ['enrolled', 'Enrolled'],
];

export function Figures(): ReactNode {
  const { data, isError } = useCall(partnerFigures, {}, { retry: false });
  return (
    <dl className="pt-figures" aria-label="Your figures" aria-busy={!data && !isError}>
      {shown.map(([name, label]) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd className="p-num">{data ? numberWords(data[name]) : '–'}</dd>
        </div>
      ))}
      {data && data.payable !== null ? (
        <div>
          <dt>Payable</dt>
          <dd className="p-num">₹ {numberWords(data.payable)}</dd>
        </div>
      ) : null}
    </dl>
  );
}
