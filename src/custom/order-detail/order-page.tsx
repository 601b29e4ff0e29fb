import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { Link } from 'react-router-dom';
import { firstOf } from '../../providers/calls/records';
import { logged, useAnswer } from '../../providers/calls/use-call';
import { useMayDo } from '../../providers/rights';
import { longTime } from '../../ui/time/dates';
import { words } from '../../kinds/kind';
import { numberWords } from '../../kinds/number-words';
import { PageFrame } from '../../ui/page/page-frame';
import { pageLoader } from '../../ui/page/page-loader';
import { ErrorState, NoPermission } from '../../ui/page/states';
import type { Order, orders } from '../../schemas/applications/orders';
import './order-page.css';
import { leadPath } from '../../schemas/kit/lead-page';

const orderRead = firstOf<typeof orders>('GET product-order-detail/{id}');
const crumb = <Link to="/order-reports">CAF Application Form Report</Link>;

/** /product-order-detail/{id}: who paid what, when and how. */
export default function OrderPage(): ReactNode {
  const { id = '' } = useParams();
  const mayRead = useMayDo('orders')('read');
  return (
    <PageFrame title="Order" crumb={crumb} padded>
      {mayRead ? <OrderContent id={id} /> : <NoPermission />}
    </PageFrame>
  );
}

function OrderContent({ id }: { id: string }): ReactNode {
  const { data: order, error, isPending, refetch } = useAnswer(orderRead, { id }, firstRow, { retry: false, around: logged });
  if (isPending) return pageLoader;
  if (!order)
    return (
      <ErrorState
        what="This order could not be shown."
        error={error ?? { message: 'It may not exist.' }}
        onRetry={() => void refetch()}
      />
    );
  const items = order.items ?? [];
  return (
    <div className="p-order">
      <section aria-label="Order">
        <dl>
          {rows.map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text(order) || '–'}</dd>
            </div>
          ))}
          {order.lead_id ? (
            <div>
              <dt>Lead</dt>
              <dd>
                <Link to={leadPath(order.lead_id)}>Open lead</Link>
              </dd>
            </div>
          ) : null}
        </dl>
      </section>
      {items.length ? (
        <section aria-label="Items">
          <h2>Items</h2>
          <ul>
            {items.map(({ name, amount }, at) => (
              <li key={at}>
                <span>{name ?? '–'}</span>
                <span className="p-num">{rupees(amount)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

/** D-031. */
const firstRow = ({ data }: { readonly data: readonly Order[] }): Order | undefined => data[0];

const rupees = (amount: unknown): string => (amount === null || amount === undefined ? '–' : `₹ ${numberWords(amount)}`);

/** Each label with the field that it shows. */
const rows: readonly (readonly [label: string, text: (order: Order) => string | null | undefined])[] = [
  ['First Name', (order) => order.billing_first_name],
  ['Last Name', (order) => order.billing_last_name],
  ['Phone No.', (order) => order.billing_phone],
  ['Email', (order) => order.billing_email],
  ['User Agent', (order) => order.user_agent],
  ['IP', (order) => order.ip],
  ['Status', (order) => order.status && words(order.status)],
  ['Created', (order) => longTime(order.created_at)],
  ['Payment', (order) => longTime(order.payment_at)],
  ['Total', (order) => rupees(order.total)],
];
