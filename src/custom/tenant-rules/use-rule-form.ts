import { useEffect, useRef, useState } from 'react';
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
 * `stale` says so, and what was entered stays until `showSaved`. Another section that is saved takes nothing from this one.
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
}): RuleForm<V> {
  const [stale, setStale] = useState(false);
  const saved = JSON.stringify(values);
  const read = useRef({ saved, version: tenant.row_version });
  const form = useScreenForm<V>({
    id,
    values,
    ...(check ? { check } : {}),
    save: async (entered) => {
      const changed = changes(entered);
      const versioned = { ...changed, id: tenant.id, row_version: read.current.version };
      try {
        const { body } = await saveRow<typeof resource>(wire, versioned);
        toasts.success(answerOf({ wire }, body).message || 'Saved');
      } catch (error) {
        if (error instanceof Problem && error.code === 409) setStale(true);
        throw error;
      }
      setStale(false);
      forgetTenantConfig();
      onSaved(changed);
    },
  });
  const { isDirty } = form.formState;
  useUnsaved(isDirty && !form.saving);
  useEffect(() => {
    const isOther = read.current.saved !== saved;
    if (isOther && isDirty) return; // entered over older values: the old version makes the save say so
    read.current = { saved, version: tenant.row_version };
    if (isOther) form.reset(values);
  }, [saved, isDirty, tenant.row_version, form, values]);
  const showSaved = (): void => {
    form.reset(values);
    setStale(false);
  };
  return { form, stale, showSaved };
}

export interface RuleForm<V extends FieldValues> {
  readonly form: ScreenForm<V>;
  /** Someone else saved first. */
  readonly stale: boolean;
  /** Leaves what was entered and shows the values that were read last. */
  readonly showSaved: () => void;
}
