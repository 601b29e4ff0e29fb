import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Link } from 'react-router-dom';
import { firstOf } from '../../providers/calls/records';
import { useAnswer } from '../../providers/calls/use-call';
import { useSession } from '../../providers/session/session';
import type { Tenant, tenant } from '../../schemas/access-control/tenant';
import { PageFrame } from '../../ui/page/page-frame';
import { pageLoader } from '../../ui/page/page-loader';
import { ErrorState } from '../../ui/page/states';
import { DuplicateRule } from './duplicate-rule';
import { Features } from './features';
import { FollowUpRules } from './follow-up-rules';
import { ReportSettings } from './report-settings';
import './tenant-rules.css';

const tenantRead = firstOf<typeof tenant>('GET get_tenant_by_id/{id}');
const firstRow = ({ data }: { readonly data: readonly Tenant[] }): Tenant | undefined => data[0];

/** /config/rules: what holds for everyone of the organisation. Each section is saved on its own. */
export default function RulesPage(): ReactNode {
  const id = useSession()?.persisted.tid ?? '';
  const { hash } = useLocation();
  const { data, error, refetch } = useAnswer(tenantRead, { id }, firstRow, { retry: false });
  const ready = data !== undefined;
  useEffect(() => {
    if (ready && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [ready, hash]);
  const again = (): void => void refetch();
  return (
    <PageFrame title="Organisation rules" crumb={<Link to="/config">Configuration</Link>} padded>
      {error && !data ? (
        <ErrorState what="The rules could not be loaded" error={error} onRetry={again} />
      ) : data ? (
        <div className="tr-page">
          <Features tenant={data} onSaved={again} />
          <DuplicateRule tenant={data} onSaved={again} />
          <FollowUpRules tenant={data} onSaved={again} />
          <ReportSettings tenant={data} onSaved={again} />
        </div>
      ) : (
        pageLoader
      )}
    </PageFrame>
  );
}
