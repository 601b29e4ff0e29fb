import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useWorkPlace } from '../../ui/leads/work-list/use-work-place';
import { useKeys } from '../../ui/actions/use-keys';
import { Icon } from '../../ui/marks/icon';

/** '12 of 43' in the list from which the lead was opened, its neighbours, and the way back. */
export function LeadPlace({ leadId, crumb }: { leadId: string; crumb?: ReactNode }): ReactNode {
  const place = useWorkPlace(leadId);
  const next = place && ((): void => void place.go(1));
  const previous = place?.hasPrevious ? (): void => void place.go(-1) : undefined;
  useKeys({ n: next && ['Next lead of the list', next], p: place && ['Previous lead of the list', previous] });
  const { title, address } = place?.list ?? { title: 'Leads', address: '/leads?type=all' };
  return (
    <>
      <nav aria-label="Breadcrumb" className="lp-crumb">
        <Link to={address}>{title}</Link>
        {crumb}
      </nav>
      {place ? (
        <div className="lp-place" role="group" aria-label="Place in the list">
          <button
            type="button"
            className="p-icon-button"
            aria-label="Previous lead"
            title="Previous lead (p)"
            disabled={!previous}
            onClick={previous}
          >
            <Icon name="left" />
          </button>
          <span className="p-num" aria-live="polite">
            {place.text}
          </span>
          <button type="button" className="p-icon-button" aria-label="Next lead" title="Next lead (n)" onClick={next}>
            <Icon name="right" />
          </button>
        </div>
      ) : null}
    </>
  );
}
