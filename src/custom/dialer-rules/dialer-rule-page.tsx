import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { usePermissionsResolved } from '../../providers/session/use-permissions-resolved';
import { fullTime } from '../../ui/time/dates';
import { PageFrame } from '../../ui/page/page-frame';
import { pageLoader } from '../../ui/page/page-loader';
import { ErrorState, NoPermission } from '../../ui/page/states';
import { DialerRuleForm } from './dialer-rule-form';
import { useDialerRule } from './use-dialer-rule';

const crumb = <Link to="/dialer-list">Dialer Configuration</Link>;

/** /dialer-config and /dialer-config?id={id}: which leads are put into which dialer lists. */
export default function DialerRulePage(): ReactNode {
  const id = useSearchParams()[0].get('id') || null;
  return usePermissionsResolved(true) ? <DialerRule key={id} id={id} /> : pageLoader;
}

function DialerRule({ id }: { id: string | null }): ReactNode {
  const { isStaff, lists, rule } = useDialerRule(id);
  const known = rule.data;
  const scope = known ? `Created by ${known.createdByName ?? '–'}, ${fullTime(known.createdAt)}` : undefined;
  return (
    <PageFrame title={known?.name ?? (id ? 'Dialer rule' : 'New dialer rule')} crumb={crumb} scope={scope} padded>
      {!isStaff ? (
        <NoPermission />
      ) : rule.isError || lists.isError ? (
        <ErrorState
          what={rule.isError ? 'This rule could not be shown.' : 'The lead lists could not be loaded.'}
          error={rule.error ?? lists.error}
          onRetry={() => void (rule.isError ? rule.refetch() : lists.refetch())}
        />
      ) : !lists.data || (id && !known) ? (
        pageLoader
      ) : (
        <div className="dr-room">
          <DialerRuleForm stored={known} lists={lists.data} />
        </div>
      )}
    </PageFrame>
  );
}
