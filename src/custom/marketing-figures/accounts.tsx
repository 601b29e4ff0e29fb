import { useList } from '@refinedev/core';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useMayDo } from '../../providers/rights';
import type { Platform } from '../../schemas/calls/marketing-figures';
import type { AdsAccount } from '../../schemas/marketing/ads-accounts';
import { ActiveTag } from '../../ui/marks/tag';
import { EmptyState, ErrorState } from '../../ui/page/states';

const platformNames: Readonly<Record<string, string>> = { facebook: 'Facebook', google: 'Google' };

/** The ads accounts of a platform, or of all, with the source that their leads have. */
export function Accounts({ platform }: { platform: Platform | undefined }): ReactNode {
  const mayAdd = useMayDo('ads-accounts')('create');
  const { result, query } = useList<AdsAccount>({
    resource: 'ads-accounts',
    pagination: { mode: 'server', currentPage: 1, pageSize: 50 },
    ...(platform ? { filters: [{ field: 'platform', operator: 'eq' as const, value: platform }] } : {}),
  });
  const add = mayAdd ? (
    <Link to="/advertising-management/accounts/new">
      <Button tabIndex={-1}>Add account</Button>
    </Link>
  ) : null;
  return (
    <section className="mf-card" aria-label="Accounts" aria-busy={query.isPending || undefined}>
      <h2>
        Accounts <span className="mf-card-end">{result.data.length ? add : null}</span>
      </h2>
      {query.isError ? (
        <ErrorState what="The accounts could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <span className="p-bone mf-bone-card" />
      ) : result.data.length ? (
        <ul className="mf-accounts">
          {result.data.map((account) => (
            <li key={account.id}>
              <Link to={`/advertising-management/accounts/${account.id}`}>{account.name}</Link>
              <span className="p-quiet">
                {platformNames[account.platform] ?? account.platform} · {account.account_id}
              </span>
              <span>Leads get the source {String(account._labels?.['source_id'] ?? '–')}</span>
              <ActiveTag active={account.status === 1} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title="No accounts yet" next={add}>
          Add the account whose campaigns you run. Its source tells its leads from others.
        </EmptyState>
      )}
    </section>
  );
}
