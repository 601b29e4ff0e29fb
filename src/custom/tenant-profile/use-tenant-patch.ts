import { useState } from 'react';
import { Problem, type FieldError } from '../../schemas/kit/problem';
import { toasts } from '../../ui/toasts/toasts';
import type { CallValues } from '../../providers/calls/call';
import { patchTenant } from './patch-tenant';

/**
 * Saves some fields of the tenant, one request at a time. A server error on one of the `shown` paths stays until that field
 * changes; other errors are shown as toasts.
 */
export function useTenantPatch(id: string, shown: readonly string[], onSaved: () => void) {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<readonly FieldError[]>([]);

  async function save(body: CallValues, done?: () => void): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await patchTenant(id, body);
      done?.();
      onSaved();
      return;
    } catch (error) {
      refuse(error instanceof Problem ? error.errors : [], () => toasts.error(error));
    }
    setBusy(false);
  }

  function refuse(wrong: readonly FieldError[], tell: () => void): void {
    setErrors(wrong);
    const other = wrong.find(({ path }) => !shown.includes(path));
    if (other) toasts.warning(other.message);
    else if (!wrong.length) tell();
  }

  return {
    busy,
    save,
    errorOf: (path: string): string | undefined => errors.find((one) => one.path === path)?.message,
    forget: (path: string): void => setErrors(errors.filter((one) => one.path !== path)),
  };
}
