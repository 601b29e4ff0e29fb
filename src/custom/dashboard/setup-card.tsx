import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { SetupSteps } from '../../schemas/calls/team-dashboard';
import { Icon } from '../../ui/marks/icon';
import './setup-card.css';

const steps: readonly (readonly [keyof SetupSteps, title: string, to: string, why: string])[] = [
  ['people', 'Add your team', '/users', 'Counsellors, managers and callers, with the role and the team of each.'],
  [
    'rules',
    'Say who gets which lead',
    '/counsellor-allocation-logic',
    'By round robin, by course or by city. Without a rule, new leads wait for an owner.',
  ],
  [
    'providers',
    'Connect telephone, WhatsApp, SMS and email',
    '/config/providers',
    'Until then calls and messages go to a sandbox.',
  ],
  [
    'leads',
    'Bring your leads in',
    '/upload-csv-lead',
    'From a CSV or Excel file. It is checked before anything is imported, and an import can be undone.',
  ],
];

/** For the first days of a tenant: what is left to set up. Stages, sources and courses are there from the start. */
export function SetupCard({ done }: { done: SetupSteps }): ReactNode {
  const left = steps.filter(([name]) => !done[name]).length;
  return (
    <section className="db-card db-setup" aria-label="Get started">
      <header className="db-head">
        <h2>Get started</h2>
        <span className="p-quiet">
          {steps.length - left} of {steps.length} done
        </span>
      </header>
      <ol>
        {steps.map(([name, title, to, why]) => (
          <li key={name} className={done[name] ? 'db-setup-done' : undefined}>
            <span className="db-setup-mark">{done[name] ? <Icon name="check" size={12} /> : null}</span>
            <span>
              <Link to={to}>{title}</Link>
              {done[name] ? <span className="p-visually-hidden"> (done)</span> : null}
              <span className="p-quiet">{why}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="p-quiet">
        Stages, sources and courses come ready-made: <Link to="/config/lead-stages">change them</Link> as you like.
      </p>
    </section>
  );
}
