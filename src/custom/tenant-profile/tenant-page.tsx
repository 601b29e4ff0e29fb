import { type ReactNode } from 'react';
import { useParams } from 'react-router';
import { Avatar } from '../../ui/avatar';
import { PageFrame } from '../../ui/page-frame';
import { pageLoader } from '../../ui/page-loader';
import { EmptyState } from '../../ui/states';
import { profileFacts } from './profile-facts';
import { SocialLinks } from './social-links';
import { useTenant, type Profile } from './use-tenant';
import './tenant-page.css';

/** /tenant-profile/{id}: who the tenant is (B §2.4). */
export default function TenantPage(): ReactNode {
  const { id = '' } = useParams();
  const { loading, tenant, load } = useTenant(id);
  return (
    <PageFrame title="Tenant profile" padded>
      {loading ? (
        pageLoader
      ) : tenant ? (
        <TenantProfile tenant={tenant} />
      ) : (
        <EmptyState
          title="This profile could not be shown."
          icon="warning"
          next={
            <button type="button" className="p-chip" onClick={load}>
              Retry
            </button>
          }
        />
      )}
    </PageFrame>
  );
}

function TenantProfile({ tenant }: { tenant: Profile }): ReactNode {
  const name = tenant.name ?? '-';
  return (
    <div className="p-tenant">
      <section className="p-tenant-head" aria-label="Tenant">
        {tenant.logo_image ? (
          <img className="p-tenant-logo" src={tenant.logo_image} alt={`Logo of ${name}`} />
        ) : (
          <Avatar name={name} size={64} />
        )}
        <div>
          <h2>{name}</h2>
          <SocialLinks tenant={tenant} />
          <p>{tenant.description || '-'}</p>
        </div>
      </section>
      <section aria-label="Basic Details">
        <h2>Basic Details</h2>
        <dl>
          {profileFacts(tenant).map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
