import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCall } from '../../providers/calls/use-call';
import { leadFound } from '../../schemas/calls/lead-find';
import { counted, indianNumber } from '../../schemas/kit/counted';
import { Icon } from '../../ui/marks/icon';
import { messageOf } from '../../ui/page/states';
import { toasts } from '../../ui/toasts/toasts';

/** So many are written out; all of them can be copied. */
const mostShown = 100;

/** The list shows the leads of pasted phones and emails: how many were found, and which were not. */
export default function FoundNote({ id }: { id: string }): ReactNode {
  const [query, setQuery] = useSearchParams();
  const { data, error } = useCall(leadFound, { id }, { retry: false, staleTime: Infinity });
  const [open, setOpen] = useState(false);
  const clear = (): void => {
    const next = new URLSearchParams(query);
    for (const name of ['found', 'page', 'after', 'before']) next.delete(name);
    setQuery(next);
  };
  const missing = data?.missing ?? [];
  return (
    <div className="ld-found" role="status">
      <span className="ld-found-text">
        {error ? messageOf(error) : null}
        {data ? (
          <>
            <strong>{counted(data.found, 'lead')}</strong> for {counted(data.asked, 'phone or email', 'phones and emails')}
            {missing.length ? (
              <>
                {' · '}
                <button type="button" className="p-link" aria-expanded={open} onClick={() => setOpen(!open)}>
                  {indianNumber(missing.length)} not found
                </button>
              </>
            ) : null}
          </>
        ) : null}
      </span>
      <button
        type="button"
        className="p-icon-button"
        aria-label="Show all leads again"
        title="Show all leads again"
        onClick={clear}
      >
        <Icon name="close" size={14} />
      </button>
      {open ? (
        <p className="ld-missing">
          {missing.slice(0, mostShown).join(', ')}
          {missing.length > mostShown ? ` and ${indianNumber(missing.length - mostShown)} more` : ''}{' '}
          <button
            type="button"
            className="p-link"
            onClick={() =>
              void navigator.clipboard.writeText(missing.join('\n')).then(
                () => toasts.success('Copied'),
                () => toasts.error(new Error('The browser did not allow copying.')),
              )
            }
          >
            Copy
          </button>
        </p>
      ) : null}
    </div>
  );
}
