import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useLeadCounts } from '../../providers/calls/lead-calls';
import type { LeadView } from '../../schemas/calls/leads';
import { countText } from '../../ui/marks/numbers';

const shown: { view: LeadView; text: string }[] = [
  { view: 'all', text: 'All leads' },
  { view: 'unassigned', text: 'Unassigned' },
  { view: 'untouched', text: 'Untouched' },
  { view: 'overdue', text: 'Follow-up overdue' },
  { view: 'missed', text: 'Missed calls' },
  { view: 're_enquired', text: 'Re-enquired' },
  { view: 'enrolled', text: 'Enrolled' },
];

/** Counts of the leads that the user can see, for users who own no leads themselves. */
export function ScopeCounts(): ReactNode {
  const counts = useLeadCounts().data;
  return (
    <section className="db-card" aria-label="Your team's leads">
      <header className="db-head">
        <h2>Your team's leads</h2>
      </header>
      <ul className="db-stages db-scope">
        {shown
          .filter(({ view }) => !counts || counts[view])
          .map(({ view, text }) => (
            <li key={view}>
              <Link to={view === 'all' ? '/leads?type=all' : `/leads?type=all&view=${view}`}>
                <span>{text}</span>
                <span className="p-num">{counts?.[view] ? countText(counts[view].count, counts[view].exact) : '–'}</span>
              </Link>
            </li>
          ))}
      </ul>
    </section>
  );
}
