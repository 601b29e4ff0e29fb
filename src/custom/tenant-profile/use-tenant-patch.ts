import { useState } from 'react';
import { request } from '../../providers/calls/http';
import { Problem, type FieldError } from '../../schemas/kit/problem';
import { toasts } from '../../ui/toasts/toasts';
import { verdictOf } from '../../providers/calls/answers';
import type { CallValues } from '../../providers/calls/call';

/**
 * Saves some fields of the tenant, once at a time; what the server says of one of the `shown` paths stays until that one is
 * changed, what it says of others is told at once.
 */
export function useTenantPatch(id: string, shown: readonly string[], onSaved: () => void) {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<readonly FieldError[]>([]);

  async function save(body: CallValues, done?: () => void): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      const { body: answer } = await request(`update_tenant/${encodeURIComponent(id)}`, { method: 'PUT', body });
      const { code, message: said, errors: wrong } = verdictOf(answer);
      const message = said || 'Some Error';
      if (code === 200) {
        done?.();
        toasts.success(message);
        onSaved();
        return;
      }
      refuse(wrong, () => toasts.warning(message));
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
