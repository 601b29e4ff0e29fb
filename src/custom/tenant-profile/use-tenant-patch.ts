import { useState } from 'react';
import { request } from '../../providers/http';
import { Problem, type FieldError } from '../../schemas/kit/problem';
import { useToasts } from '../../ui/toasts';

interface Envelope {
  readonly code?: number;
  readonly message?: string;
  readonly errors?: readonly FieldError[];
}

/** Saves some fields of the tenant, once at a time; what the server says of a field stays until that field is changed. */
export function useTenantPatch(id: string, onSaved: () => void) {
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<readonly FieldError[]>([]);

  async function save(body: Readonly<Record<string, unknown>>, done?: () => void): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      const { body: answer } = await request(`update_tenant/${encodeURIComponent(id)}`, { method: 'PUT', body });
      const { code, message = 'Some Error', errors: wrong = [] } = answer as Envelope;
      if (code === 200) {
        done?.();
        toasts.success(message);
        onSaved();
        return;
      }
      setErrors(wrong);
      if (!wrong.length) toasts.warning(message);
    } catch (error) {
      if (error instanceof Problem && error.errors.length) setErrors(error.errors);
      else toasts.error(error);
    }
    setBusy(false);
  }

  return {
    busy,
    save,
    errorOf: (path: string): string | undefined => errors.find((one) => one.path === path)?.message,
    forget: (path: string): void => setErrors(errors.filter((one) => one.path !== path)),
  };
}
