import { useAbility } from '@casl/react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSearchParams } from 'react-router-dom';
import { noteOpened } from '../../providers/opened-reports';
import type { Ability } from '../../providers/ability';
import { isOf, useResourceNow } from '../../providers/screens/use-resource';
import { offeredCalls } from '../../resources/detail/record-calls';
import type { OfferedCall } from '../../resources/detail/offered-call';
import { ListPage } from '../../resources/list/list-page';
import { useCatalogueColumns } from '../../resources/list/use-catalogue-columns';
import { useList } from '../../resources/list/use-list';
import { recordPath } from '../../resources/resource-paths';
import type { Order, orders } from '../../schemas/applications/orders';
import { onDemand } from '../../ui/dialogs/on-demand';
import { Icon } from '../../ui/marks/icon';
import { EmptyState } from '../../ui/page/states';
import { OrderFilters, orderFilters, readFilters, type OrderFilterValues } from './order-filters';
import { OrderTiles } from './order-figures';
import { downloadReceipt } from './download-receipt';
import './order-report.css';

const OfferDialog = onDemand('offer-dialog', () => import('../../resources/detail/offer-dialog'));

const columns = [
  'application_no',
  'billing_first_name',
  'billing_last_name',
  'form',
  'total',
  'status',
  'method',
  'created_at',
  'payment_at',
  'owner_name',
  'source_name',
  'progress',
  'billing_phone',
];

/** /order-reports: every order of an application, with what it belongs to and what was paid. */
export default function OrderReportPage(): ReactNode {
  useEffect(() => noteOpened('order-report'), []);
  const { resource } = useResourceNow('orders', useLocation().key);
  return isOf<typeof orders>(resource, 'orders') ? <OrderList resource={resource} /> : null;
}

function OrderList({ resource }: { resource: typeof orders }): ReactNode {
  const navigate = useNavigate();
  const ability = useAbility<Ability>();
  const { search } = useLocation();
  const [address, setAddress] = useSearchParams();
  const values = useMemo<OrderFilterValues>(() => readFilters(new URLSearchParams(search)), [search]);
  const fixed = useMemo(
    () => orderFilters.flatMap((field) => (values[field] ? [{ field, operator: 'eq' as const, values: [values[field]] }] : [])),
    [values],
  );
  const list = useList({ resource, fixed, keep: orderFilters, columns });
  const shown = useCatalogueColumns(resource, list.columns.names);
  const [asked, setAsked] = useState<{ row: Order; call: OfferedCall }>();
  const narrow = (next: OrderFilterValues): void => {
    const query = new URLSearchParams(address);
    for (const name of [...orderFilters, 'page', 'after', 'before']) query.delete(name);
    for (const name of orderFilters) if (next[name]) query.set(name, next[name]);
    setAddress(query, { replace: true });
  };
  return (
    <>
      <ListPage
        list={list}
        title="CAF Application Form Report"
        searches="orders"
        columns={shown}
        onOpen={(row) => void navigate(recordPath(resource, row.id))}
        bar={
          <>
            <OrderTiles query={list.query} />
            <OrderFilters values={values} onChange={narrow} />
          </>
        }
        selects={false}
        empty={(narrowed) =>
          narrowed || fixed.length ? (
            <EmptyState title="No orders match these filters" icon="search">
              Remove a filter, or search for something shorter.
            </EmptyState>
          ) : (
            <EmptyState title="No orders yet">An order appears here as soon as an applicant comes to pay the fee.</EmptyState>
          )
        }
        rowActions={(row) => (
          <>
            {offeredCalls(resource, row, ability, undefined).map((call) => (
              <button
                key={call.offer.label}
                type="button"
                className="p-icon-button"
                aria-label={`${call.offer.label}: ${row.application_no ?? row.id}`}
                title={call.offer.label}
                onClick={() => setAsked({ row, call })}
              >
                <Icon name="check" />
              </button>
            ))}
            {row.paid || row.status === 'refunded' ? (
              <button
                type="button"
                className="p-icon-button"
                aria-label={`Download receipt: ${row.application_no ?? row.id}`}
                title="Download receipt"
                onClick={() => void downloadReceipt(row.id)}
              >
                <Icon name="download" />
              </button>
            ) : null}
          </>
        )}
      />
      {asked ? <OfferDialog resource={resource} row={asked.row} {...asked.call} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}
