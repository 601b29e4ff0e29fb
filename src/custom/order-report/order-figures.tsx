import type { ReactNode } from 'react';
import { useCall } from '../../providers/calls/use-call';
import { numberWords } from '../../kinds/number-words';
import { orderFigures, type OrderFigures } from '../../schemas/calls/order-report';
import type { CallValues } from '../../providers/calls/call';

interface Tile {
  readonly title: string;
  readonly definition: string;
  readonly text: (figures: OrderFigures) => string;
}
const tiles: readonly Tile[] = [
  {
    title: 'Started',
    definition: 'Different applications with an order in this list',
    text: ({ started }) => numberWords(started),
  },
  { title: 'Submitted', definition: 'Those of them that were submitted', text: ({ submitted }) => numberWords(submitted) },
  { title: 'Paid', definition: 'Orders of this list that are paid', text: ({ paid }) => numberWords(paid) },
  {
    title: 'Amount',
    definition: 'Approved payments of these orders, less refunds',
    text: ({ amount }) => `₹ ${numberWords(amount)}`,
  },
  {
    title: 'Failed',
    definition: 'Failed orders among those that were paid or failed',
    text: ({ failed, paid }) => (failed + paid ? `${((failed / (failed + paid)) * 100).toFixed(1)} %` : '–'),
  },
];

/** The numbers over all orders that the list matches, not only its page. */
export function OrderTiles({ query }: { query: CallValues }): ReactNode {
  const { data, isPlaceholderData, isError, refetch } = useCall(orderFigures, { query }, { keepPrevious: true, retry: false });
  if (isError)
    return (
      <p className="or-wrong" role="alert">
        The totals could not be loaded.{' '}
        <button type="button" className="p-link" onClick={() => void refetch()}>
          Try again
        </button>
      </p>
    );
  return (
    <dl className="or-tiles" aria-busy={!data || isPlaceholderData}>
      {tiles.map(({ title, definition, text }) => (
        <div key={title} title={definition}>
          <dt>{title}</dt>
          <dd className="p-num">{data ? text(data) : <span className="p-bone" />}</dd>
        </div>
      ))}
    </dl>
  );
}
