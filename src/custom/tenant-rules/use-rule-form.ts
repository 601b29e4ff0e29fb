import { useState } from 'react';
import type { DefaultValues, FieldPath, FieldValues } from 'react-hook-form';
import { answerOf } from '../../providers/calls/call';
import { saveRow } from '../../providers/calls/records';
import { forgetTenantConfig } from '../../providers/session/tenant-config';
import type { Tenant, tenant as resource } from '../../schemas/access-control/tenant';
import { Problem } from '../../schemas/kit/problem';
import type { Draft } from '../../schemas/kit/resource';
import { useScreenForm, type ScreenForm } from '../../ui/forms/use-screen-form';
import { useUnsaved } from '../../ui/dialogs/use-unsaved';
import { toasts } from '../../ui/toasts/toasts';

const wire = 'PUT update_tenant/{id}';

/**
 * The form of one section. It is saved with the version that was read: what someone else has saved meanwhile is not overwritten,
 * `stale` says so, and what was entered stays until the saved values are loaded.
 */
export function useRuleForm<V extends FieldValues>({
  id,
  tenant,
  values,
  check,
  changes,
  onSaved,
}: {
  id: string;
  tenant: Tenant;
  values: V & DefaultValues<V>;
  check?: (values: V) => Partial<Record<FieldPath<V>, string>>;
  changes: (values: V) => Draft<typeof resource>;
  onSaved: (saved: Draft<typeof resource>) => void;
}): { readonly form: ScreenForm<V>; readonly stale: boolean } {
  const [stale, setStale] = useState(false);
  const form = useScreenForm<V>({
    id,
    values,
    ...(check ? { check } : {}),
    save: async (entered) => {
      const saved = changes(entered);
      const versioned = { ...saved, id: tenant.id, row_version: tenant.row_version };
      try {
        const { body } = await saveRow<typeof resource>(wire, versioned);
        toasts.success(answerOf({ wire }, body).message || 'Saved');
      } catch (error) {
        if (error instanceof Problem && error.code === 409) setStale(true);
        throw error;
      }
      forgetTenantConfig();
      onSaved(saved);
    },
  });
  useUnsaved(form.formState.isDirty && !form.saving);
  return { form, stale };
}
