import { Button } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation, useParams } from 'react-router';
import { useMayDo } from '../../providers/rights';
import { updateTenant } from '../../providers/session/session';
import { Avatar } from '../../ui/marks/avatar';
import { isRecord } from '../../schemas/kit/is-record';
import { PageFrame } from '../../ui/page/page-frame';
import { pageLoader } from '../../ui/page/page-loader';
import { EmptyState } from '../../ui/page/states';
import { Branding } from './branding';
import { Connections } from './connections';
import { EditTenant } from './edit-tenant';
import { profileFacts } from './profile-facts';
import { SocialLinks } from './social-links';
import { useTenant, type Profile } from './use-tenant';
import { WorkingTime } from './working-time';
import './tenant-page.css';

const openAfter = 800;

/** /tenant-profile/{id}: the tenant's profile, and for the administrator the form that changes it. */
export default function TenantPage(): ReactNode {
  const { id = '' } = useParams();
  const { loading, tenant, load } = useTenant(id);
  const mayEdit = useMayDo('tenant')('update');
  const [editing, setEditing] = useState(false);
  useEffect(() => {
    if (!tenant?.name) return;
    const { name, logo_image: logo = null, brand_name: brand, brand_color: color = null, entity_name: entity } = tenant;
    updateTenant({
      id,
      name,
      logo_image: logo,
      brand_name: brand || name,
      brand_color: color,
      ...(entity ? { entity_name: entity } : {}),
    });
  }, [id, tenant]);
  const state: unknown = useLocation().state;
  const asked = isRecord(state) && state['openEdit'] === true;
  useEffect(() => {
    if (!asked || !mayEdit) return undefined;
    const timer = setTimeout(() => setEditing(true), openAfter);
    return () => clearTimeout(timer);
  }, [asked, mayEdit]);
  return (
    <PageFrame
      title="Tenant profile"
      padded
      actions={
        mayEdit && tenant ? (
          <Button type="primary" onClick={() => setEditing(true)}>
            Edit
          </Button>
        ) : null
      }
    >
      {loading ? (
        pageLoader
      ) : tenant ? (
        <TenantProfile tenant={tenant} onSaved={mayEdit ? load : undefined} />
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
      {editing && mayEdit && tenant ? (
        <EditTenant
          tenant={tenant}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            load();
          }}
        />
      ) : null}
    </PageFrame>
  );
}

function TenantProfile({ tenant, onSaved }: { tenant: Profile; onSaved: (() => void) | undefined }): ReactNode {
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
      {onSaved ? <Connections tenant={tenant} /> : null}
      {onSaved ? <Branding tenant={tenant} onSaved={onSaved} /> : null}
      {onSaved ? <WorkingTime tenant={tenant} onSaved={onSaved} /> : null}
    </div>
  );
}
