import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useMayDo } from '../../providers/rights';
import { useCall } from '../../providers/calls/use-call';
import { numberWords } from '../../kinds/number-words';
import { collegeFigures, type CollegeFigure, type CollegeFigures } from '../../schemas/calls/lead-colleges';

type Target = 'target_leads' | 'target_enrolled';
const shown: readonly (readonly [CollegeFigure, string, Target?])[] = [
  ['leads_this_month', 'Leads this month', 'target_leads'],
  ['leads', 'Total leads'],
  ['shortlisted', 'On shortlists'],
  ['not_interested', 'Not interested'],
  ['applications', 'Applications'],
  ['enrolled', 'Enrolled', 'target_enrolled'],
];

/** Of the leads that the user sees; a number that the role does not see is left out. */
export function Figures({ id }: { id: string }): ReactNode {
  const { data, isError } = useCall(collegeFigures, { clg_id: id }, { retry: false });
  return (
    <dl className="cp-figures" aria-label="Your leads" aria-busy={!data && !isError}>
      {shown
        .filter(([name]) => data?.[name] !== null)
        .map(([name, label, target]) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd className="p-num">
              {data ? <Count figures={data} name={name} /> : '–'}
              {data && target ? <OfTarget target={data[target]} reached={data[name] ?? 0} /> : null}
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** It opens the leads that it counts. */
function Count({ figures, name }: { figures: CollegeFigures; name: CollegeFigure }): ReactNode {
  const mayList = useMayDo('leads')('list');
  const text = numberWords(figures[name] ?? 0);
  return figures[name] && mayList ? (
    <Link to={`/leads?type=all&cell=${encodeURIComponent(figures.cells[name])}`}>{text}</Link>
  ) : (
    text
  );
}

function OfTarget({ target, reached }: { target: number | null; reached: number }): ReactNode {
  if (target === null) return null;
  return (
    <span className="cp-target">
      {' '}
      of {numberWords(target)} · {Math.floor((reached / target) * 100)} %
    </span>
  );
}
