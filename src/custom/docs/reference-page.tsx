import { useMemo, useRef, useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Icon } from '../../ui/marks/icon';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { useKeys } from '../../ui/actions/use-keys';
import { areasOf, useApiDocument } from './api-document';
import { DocsFrame } from './docs-frame';
import { Method, OperationView } from './operation-view';

/** The reference of every call, from the OpenAPI document that the server generates from its endpoints. */
export default function ReferencePage(): ReactNode {
  const { data, error, refetch } = useApiDocument();
  const [address, setAddress] = useSearchParams();
  const [typed, setTyped] = useState(address.get('q') ?? '');
  const [apiKey, setApiKey] = useState('');
  const box = useRef<HTMLInputElement>(null);
  useKeys({ '/': ['Search calls', () => box.current?.focus()] });
  const areas = useMemo(() => (data ? areasOf(data, typed) : []), [data, typed]);
  const chosen = data?.operations.find((one) => one.operationId === address.get('call'));
  const search = (text: string): void => {
    setTyped(text);
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        if (text) next.set('q', text);
        else next.delete('q');
        return next;
      },
      { replace: true },
    );
  };
  const to = (id: string): string => `?${new URLSearchParams({ ...(typed ? { q: typed } : {}), call: id }).toString()}`;
  if (error)
    return (
      <DocsFrame title="API Doc">
        <ErrorState what="The reference could not be loaded" error={error} onRetry={() => void refetch()} />
      </DocsFrame>
    );
  return (
    <DocsFrame title="API Doc" total={data?.operations.length}>
      <div className={chosen ? 'dc-reference dc-chosen' : 'dc-reference'}>
        <nav className="dc-list" aria-label="Calls">
          <search className="dc-search">
            <Icon name="search" />
            <input
              ref={box}
              type="text"
              value={typed}
              placeholder="Search calls"
              aria-label="Search calls"
              autoComplete="off"
              onChange={(event) => search(event.target.value)}
              onKeyDown={(event) => event.key === 'Escape' && search('')}
            />
          </search>
          {areas.map(({ name, operations }) => (
            <details key={name} open={typed !== '' || name === chosen?.['x-area'] || undefined}>
              <summary>
                {name} <span className="p-quiet">{operations.length}</span>
              </summary>
              <ul>
                {operations.map((one) => (
                  <li key={one.operationId}>
                    <Link to={to(one.operationId)} aria-current={one === chosen ? 'true' : undefined}>
                      <Method method={one.method} />
                      <span>{one.summary}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </details>
          ))}
          {data && !areas.length ? (
            <EmptyState title={`No call fits '${typed}'`}>Try a noun, an address or GET.</EmptyState>
          ) : null}
          {data ? null : <div className="p-loader" role="status" aria-label="Loading" />}
        </nav>
        {chosen && data ? (
          <div className="dc-detail">
            <Link className="dc-back" to={typed ? `?q=${encodeURIComponent(typed)}` : '?'}>
              <Icon name="left" size={14} /> All calls
            </Link>
            <OperationView key={chosen.operationId} operation={chosen} schemas={data.schemas} apiKey={apiKey} onKey={setApiKey} />
          </div>
        ) : (
          <div className="dc-detail dc-welcome">
            <EmptyState title="Choose a call">
              Each shows its right, fields, answer, samples and a form to try it. <Link to="/docs/guide">The guide</Link> has the
              first steps; <a href="/api/openapi.json">openapi.json</a> is the whole document.
            </EmptyState>
          </div>
        )}
      </div>
    </DocsFrame>
  );
}
