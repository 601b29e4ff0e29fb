import { useEffect, useState, type ReactNode } from 'react';
import { countText } from '../../ui/marks/numbers';
import { toasts } from '../../ui/toasts/toasts';
import { pageSizes } from './list-address';
import { PageMoves } from './page-moves';
import type { List } from './use-list';
import { counted } from '../../schemas/kit/counted';

/** '1–50 of 1,284', rows per page, and first, previous, next, last. Past row 10,000 only the cursor is available (D-047). */
export function Pager<T>({ page }: { page: List<T> }): ReactNode {
  const { state, rows, total = 0, totalExact, next, prev, change } = page;
  const numbered = !state.after && !state.before;
  const last = Math.max(1, Math.ceil(Math.min(total, 10_000) / state.size));
  // The rows of the last page were deleted, or a link leads too far: the list itself is not empty.
  const isGone = total > 0 && !rows.length && (numbered ? state.page > (totalExact ? last : 1) : true);
  useEffect(() => {
    if (isGone) change({ page: totalExact && !state.before ? last : 1 }, { replace: true });
  });
  if (page.total === undefined) return null;
  const first = (state.page - 1) * state.size;
  const place = !rows.length
    ? 'No rows'
    : numbered
      ? `${countText(first + 1)}–${countText(first + rows.length)} of ${countText(total, totalExact)}`
      : `${counted(rows.length, 'row')} of ${countText(total, totalExact)}`;
  const goOn =
    numbered && state.page < last ? () => change({ page: state.page + 1 }) : next ? () => change({ after: next }) : undefined;
  const goBack = numbered
    ? state.page > 1
      ? () => change({ page: state.page - 1 })
      : undefined
    : prev
      ? () => change({ before: prev })
      : undefined;
  return (
    <div className="p-pager">
      <span className="p-pager-place" aria-live="polite">
        {place}
      </span>
      {totalExact ? null : <CountAll page={page} />}
      <label className="p-pager-size">
        <span className="p-visually-hidden">Rows per page</span>
        <select value={state.size} onChange={(event) => change({ size: Number(event.target.value) })}>
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {size} per page
            </option>
          ))}
        </select>
      </label>
      <PageMoves
        ends={{
          first: numbered && state.page === 1 ? undefined : () => change({ page: 1 }),
          last: totalExact && total <= 10_000 && !(numbered && state.page >= last) ? () => change({ page: last }) : undefined,
        }}
        previous={goBack}
        next={goOn}
      >
        {numbered ? (
          <span className="p-num" aria-current="page">
            {countText(state.page)} / {countText(last, totalExact)}
          </span>
        ) : null}
      </PageMoves>
    </div>
  );
}

/** The exact count, for users who want to wait for it. */
function CountAll<T>({ page }: { page: Pick<List<T>, 'countAll'> }): ReactNode {
  const [counting, setCounting] = useState(false);
  const count = (): void => {
    setCounting(true);
    page
      .countAll()
      .catch((error: unknown) => toasts.error(error))
      .finally(() => setCounting(false));
  };
  return (
    <button type="button" className="p-link" disabled={counting} onClick={count}>
      {counting ? 'Counting…' : 'Count all'}
    </button>
  );
}
