import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { call } from '../../providers/calls/call';
import { scrapeTenantWebsite } from '../../schemas/calls/tenant';
import { toasts } from '../../ui/toasts/toasts';
import { isFieldName, requiredFields } from './form-fields';
import type { TenantFormState } from './use-tenant-form';

/**
 * Fills in the form from the tenant's website; nothing is saved (D-111). Fields without a value there keep theirs, and empty
 * required fields are marked.
 */
export function FetchDetails({ form: { control, setValue, trigger } }: { form: TenantFormState }): ReactNode {
  const website = String(useWatch({ control, name: 'website' }) ?? '');
  const [busy, setBusy] = useState(false);
  async function read(): Promise<void> {
    setBusy(true);
    try {
      const { data } = await call(scrapeTenantWebsite, { website });
      for (const [name, value] of Object.entries(data))
        if (isFieldName(name) && name !== 'logo_image' && value) setValue(name, value, { shouldDirty: true });
      await trigger(requiredFields);
    } catch {
      toasts.warning('Failed to fetch website data');
    }
    setBusy(false);
  }
  return (
    <div className="p-tenant-field p-tenant-fetch">
      <Button loading={busy} disabled={!website.trim()} onClick={() => void read()}>
        Fetch Details
      </Button>
    </div>
  );
}
