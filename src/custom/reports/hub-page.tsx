import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ability } from '../../providers/rights';
import { SearchBox } from '../../resources/list/search-box';
import { useSession } from '../../providers/session/session';
import { reportGroups } from '../../schemas/kit/report';
import { Icon } from '../../ui/marks/icon';
import { PageFrame } from '../../ui/page/page-frame';
import { EmptyState } from '../../ui/page/states';
import { withEntity } from './entity-word';
import { hubReports, type HubReport } from './hub-reports';
import { Schedules } from './schedules';
import { favouriteReports, openedReports, toggleFavourite } from '../../providers/opened-reports';
import './reports.css';

/** /lead-reports: every report that this user may see, by group; those opened last come first, favourites before them. */
export default function HubPage(): ReactNode {
  const [text, setText] = useState('');
  const [favourites, setFavourites] = useState(favouriteReports);
  const [opened] = useState(openedReports);
  const entity = useSession()?.persisted.tenant.entity_name ?? 'College';
  const titled = hubReports.map((one) => ({
    ...one,
    title: withEntity(one.title, entity),
    about: withEntity(one.about, entity),
  }));
  const seen = titled.filter(({ path }) => ability.can('menu', path));
  const found = seen.filter(({ title, about }) => `${title} ${about}`.toLowerCase().includes(text.trim().toLowerCase()));
  const place = ({ name }: HubReport): number => (favourites.includes(name) ? -1000 : 0) + (opened.indexOf(name) + 1 || 500);
  if (!seen.length)
    return (
      <PageFrame title="Reports" padded>
        <EmptyState title="No reports yet" icon="lock">
          Your role has no access to reports. Ask your administrator for access.
        </EmptyState>
      </PageFrame>
    );
  return (
    <PageFrame title="Reports" total={seen.length} padded>
      <div className="rp-search">
        <SearchBox value={text} what="reports" onSearch={setText} />
      </div>
      {found.length ? null : (
        <EmptyState title="No report matches" icon="search">
          Search for something shorter.
        </EmptyState>
      )}
      {reportGroups.map((group) => {
        const cards = found.filter((one) => one.group === group).toSorted((a, b) => place(a) - place(b));
        return cards.length ? (
          <section key={group} className="rp-cards" aria-label={group}>
            <h2>{group}</h2>
            <ul>
              {cards.map((one) => (
                <Card
                  key={one.name}
                  report={one}
                  isFavourite={favourites.includes(one.name)}
                  onFavourite={() => setFavourites(toggleFavourite(one.name))}
                />
              ))}
            </ul>
          </section>
        ) : null;
      })}
      <Schedules reports={seen} />
    </PageFrame>
  );
}

function Card({
  report: { title, about, path },
  isFavourite,
  onFavourite,
}: {
  report: HubReport;
  isFavourite: boolean;
  onFavourite: () => void;
}): ReactNode {
  return (
    <li className="rp-card">
      <Link to={path}>
        <b>{title}</b>
        <span>{about}</span>
      </Link>
      <button
        type="button"
        className={isFavourite ? 'p-icon-button rp-starred' : 'p-icon-button'}
        aria-pressed={isFavourite}
        aria-label={`Favourite: ${title}`}
        title={isFavourite ? 'Remove from favourites' : 'Add to favourites'}
        onClick={onFavourite}
      >
        <Icon name="star" size={16} />
      </button>
    </li>
  );
}
