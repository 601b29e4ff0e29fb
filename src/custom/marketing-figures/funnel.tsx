import type { ReactNode } from 'react';
import type { Traffic, TrafficNumbers } from '../../schemas/calls/marketing-figures';
import { indianNumber } from '../../schemas/kit/counted';
import { figureText, per } from './figure-text';

/** From visit to enquiry: visits, each step with its share of all of them. */
export function Funnel({ total, funnel }: { total: TrafficNumbers; funnel: Traffic['funnel'] }): ReactNode {
  const steps = [
    ['Visits', total.visits],
    ['Saw a form', funnel.saw_form],
    ['Began a form', funnel.began_form],
    ['Sent an enquiry', total.converted],
  ] as const;
  return (
    <section className="mf-card" aria-label="Funnel">
      <h2>From visit to enquiry</h2>
      <ol className="mf-funnel">
        {steps.map(([label, visits]) => (
          <li key={label}>
            <span>{label}</span>
            <span className="mf-meter" aria-hidden="true">
              <i style={{ width: `${(per(visits, total.visits) ?? 0) * 100}%` }} />
            </span>
            <span className="p-num">
              {indianNumber(visits)} <span className="p-quiet">{figureText(per(visits, total.visits), 'percent')}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
