import type { ReactNode } from 'react';
import { useLeadCounts } from '../../providers/calls/lead-calls';
import type { LeadView } from '../../schemas/calls/leads';
import { countText } from '../../ui/marks/numbers';

const views: { view: LeadView; text: string; alarming?: boolean }[] = [
  { view: 'all', text: 'All' },
  { view: 'fresh', text: 'Fresh' },
  { view: 'untouched', text: 'Untouched' },
  { view: 'followup_today', text: 'Follow-up today' },
  { view: 'overdue', text: 'Overdue', alarming: true },
  { view: 'missed', text: 'Missed calls', alarming: true },
  { view: 're_enquired', text: 'Re-enquired' },
  { view: 'unassigned', text: 'Unassigned' },
  { view: 'enrolled', text: 'Enrolled' },
  { view: 'not_interested', text: 'Not interested' },
];

/** The views with counts above the list. 'Unassigned' is shown to users who can see unassigned leads. */
interface QuickViewsProps {
  readonly view: LeadView;
  readonly onView: (view: LeadView) => void;
  /** The rows have loaded; the counts are requested after them. */
  readonly counting: boolean;
}
export function QuickViews({ view, onView, counting }: QuickViewsProps): ReactNode {
  const counts = useLeadCounts(counting).data;
  const isOffered = (one: LeadView): boolean =>
    one === 'unassigned' ? (counts?.unassigned?.count ?? 0) > 0 : !counts || counts[one] !== undefined;
  const shown = views.filter((one) => one.view === view || isOffered(one.view));
  return (
    <nav className="ld-views" aria-label="Quick views">
      {shown.map((one) => {
        const count = counts?.[one.view];
        return (
          <button
            key={one.view}
            type="button"
            className={one.view === view ? 'ld-view ld-on' : 'ld-view'}
            aria-current={one.view === view ? 'true' : undefined}
            onClick={() => onView(one.view)}
          >
            {one.text}
            <span className={one.alarming && count && count.count > 0 ? 'p-num ld-alarm' : 'p-num p-quiet'}>
              {count ? countText(count.count, count.exact) : ' '}
            </span>
          </button>
        );
      })}
    </nav>
  );
}
