import type { ReactNode } from 'react';
import { BrandPreviews } from './brand-previews';
import { EditBranding } from './edit-branding';
import { EditedSection } from './edited-section';
import type { Profile } from './use-tenant';

/** How the product looks to the people of this tenant. */
export function Branding({ tenant, onSaved }: { tenant: Profile; onSaved: () => void }): ReactNode {
  return (
    <EditedSection title="Branding" onSaved={onSaved} dialog={(calls) => <EditBranding tenant={tenant} {...calls} />}>
      <BrandPreviews color={tenant.brand_color ?? ''} name={tenant.brand_name ?? ''} />
    </EditedSection>
  );
}
