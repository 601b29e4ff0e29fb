import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { TenantHealth } from '../../schemas/calls/team-dashboard';
import { Tag } from '../../ui/marks/tag';
import { Time } from '../../ui/time/time';
import { writeCell } from '../../schemas/kit/write-cell';
import { indianNumber } from '../../schemas/kit/counted';
import { dayOf } from '../../ui/time/dates';

const channels: Readonly<Record<string, string>> = { email: 'Email', sms: 'SMS', whatsapp: 'WhatsApp', push: 'Push' };
const week = 7 * 86_400_000;

/** How the machinery of the tenant is: what failed in the last day, and which sources have gone quiet. */
export function HealthCard({ health, now }: { health: TenantHealth; now: string }): ReactNode {
  const { jobs, webhooks, messages, quotas, sources } = health;
  const isQuiet = (at: string): boolean => Date.parse(now) - Date.parse(at) > week;
  return (
    <section className="db-card db-health" aria-label="Health of the system">
      <header className="db-head">
        <h2>Health of the system</h2>
        <span className="p-quiet">last 24 hours</span>
      </header>
      <ul>
        <Line title="Background jobs" failed={jobs.failed}>
          {jobs.waiting ? `${indianNumber(jobs.waiting)} waiting for more than 5 minutes` : 'none waiting'}
        </Line>
        <Line title="Webhooks" failed={webhooks.failed} to="/docs/deliveries?state=failed">
          {indianNumber(webhooks.delivered)} delivered
        </Line>
        {messages.map(({ channel, sent, failed }) => (
          <Line key={channel} title={channels[channel] ?? channel} failed={failed}>
            {indianNumber(sent)} sent
          </Line>
        ))}
      </ul>
      {quotas.length ? (
        <>
          <header className="db-head">
            <h2>Credit</h2>
            <Link className="db-all" to="/config/messages">
              Settings
            </Link>
          </header>
          <ul>
            {quotas.map(({ channel, credit, left }) => (
              <li key={channel}>
                <span className="p-cut">{channels[channel] ?? channel}</span>
                <span className="p-quiet">
                  {indianNumber(Math.round(left))} of {indianNumber(credit)} left
                </span>
                <Tag tone={creditTone(left, credit)}>{left <= 0 ? 'Used up' : left < credit / 10 ? 'Low' : 'Fine'}</Tag>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <header className="db-head">
        <h2>Sources</h2>
        <span className="p-quiet">their newest lead</span>
      </header>
      {sources.length ? (
        <ul>
          {sources.map(({ id, name, last_at }) => (
            <li key={id}>
              <Link className="p-cut" to={leadsOf(id, now)}>
                {name}
              </Link>
              <span className="p-quiet">
                <Time at={last_at} />
              </span>
              {isQuiet(last_at) ? <Tag tone="amber">Quiet for a week</Tag> : <Tag tone="green">Active</Tag>}
            </li>
          ))}
        </ul>
      ) : (
        <p className="db-none">No source has brought a lead yet. Connect one under Marketing, or upload a CSV or Excel file.</p>
      )}
    </section>
  );
}

const creditTone = (left: number, credit: number): 'red' | 'amber' | 'green' =>
  left <= 0 ? 'red' : left < credit / 10 ? 'amber' : 'green';

/** All leads that came by this source at least once. */
function leadsOf(source: string, now: string): string {
  const day = dayOf(new Date(now));
  return `/leads?type=all&cell=${encodeURIComponent(writeCell({ measure: 'S2', from: day, to: day, values: { any_source: [source] } }))}`;
}

function Line({ title, failed, to, children }: { title: string; failed: number; to?: string; children: ReactNode }): ReactNode {
  const state = failed ? <Tag tone="red">{indianNumber(failed)} failed</Tag> : <Tag tone="green">Fine</Tag>;
  return (
    <li>
      <span className="p-cut">{title}</span>
      <span className="p-quiet">{children}</span>
      {to && failed ? <Link to={to}>{state}</Link> : state}
    </li>
  );
}
