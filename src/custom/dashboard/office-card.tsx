import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { indianNumber } from '../../schemas/kit/counted';
import { officeWork, officeWorkIds, type OfficeCounts, type OfficeWork, type OfficeWorkId } from '../../schemas/kit/office-work';
import './office.css';

const paths: Readonly<Record<OfficeWork['of'], string>> = {
  orders: '/order-reports',
  payments: '/form-builder/payment-manager',
  'document-verifications': '/form-builder/document-verfication',
  queries: '/form-builder/query-manager',
};

/** What waits in the office; each number opens its list. */
export default function OfficeCard({ counts }: { counts: OfficeCounts }): ReactNode {
  const seen = officeWorkIds.filter((id) => counts[id] !== undefined);
  const groups = [...new Set(seen.map((id) => officeWork[id].group))];
  const all = seen.reduce((sum, id) => sum + (counts[id] ?? 0), 0);
  return (
    <section className="db-card db-office" aria-label="Waiting in the office">
      <header className="db-head">
        <h2>Waiting in the office</h2>
        {seen.length && !all ? <span className="p-quiet">You're all caught up</span> : null}
      </header>
      {seen.length ? (
        <div className="db-office-groups">
          {groups.map((group) => (
            <div key={group}>
              <h3>{group}</h3>
              <ul>
                {seen
                  .filter((id) => officeWork[id].group === group)
                  .map((id) => (
                    <Work key={id} id={id} count={counts[id] ?? 0} />
                  ))}
              </ul>
            </div>
          ))}
        </div>
      ) : (
        <p className="db-none">You need access to applications or orders to see what waits. Ask an administrator.</p>
      )}
    </section>
  );
}

function Work({ id, count }: { id: OfficeWorkId; count: number }): ReactNode {
  const { title, of, field, value } = officeWork[id];
  return (
    <li>
      <Link to={`${paths[of]}?${field}=${value}`}>
        <span>{title}</span>
        <span className={count ? 'p-num' : 'p-num p-quiet'}>{indianNumber(count)}</span>
      </Link>
    </li>
  );
}
