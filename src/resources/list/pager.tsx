import { useState, type ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/marks/icon';
import { countText } from '../../ui/marks/numbers';
import { toasts } from '../../ui/toasts/toasts';
import { pageSizes } from './list-address';
import type { List } from './use-list';

/** '1–50 of 1,284', rows per page, and first, previous, next, last. Past row 10,000 only the cursor is available (D-047). */
export function Pager<T>({ page }: { page: List<T> }): ReactNode {
  const { state, rows, total, totalExact, next, prev, change } = page;
  if (total === undefined) return null;
  const numbered = !state.after && !state.before;
  const last = Math.max(1, Math.ceil(Math.min(total, 10_000) / state.size));
  const first = (state.page - 1) * state.size;
  const place = !rows.length
    ? 'No rows'
    : numbered
      ? `${countText(first + 1)}–${countText(first + rows.length)} of ${countText(total, totalExact)}`
      : `${rows.length} rows of ${countText(total, totalExact)}`;
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
      <nav className="p-pager-moves" aria-label="Pages">
        <Move icon="first" text="First page" go={numbered && state.page === 1 ? undefined : () => change({ page: 1 })} />
        <Move icon="left" text="Previous page" go={goBack} />
        {numbered ? (
          <span className="p-num" aria-current="page">
            {state.page} / {totalExact ? last : `${last}+`}
          </span>
        ) : null}
        <Move icon="right" text="Next page" go={goOn} />
        <Move
          icon="last"
          text="Last page"
          go={totalExact && total <= 10_000 && !(numbered && state.page >= last) ? () => change({ page: last }) : undefined}
        />
      </nav>
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

function Move({ icon, text, go }: { icon: IconName; text: string; go: (() => void) | undefined }): ReactNode {
  return (
    <button type="button" className="p-icon-button" aria-label={text} title={text} disabled={!go} onClick={go}>
      <Icon name={icon} />
    </button>
  );
}
