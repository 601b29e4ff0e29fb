import { useCallback, useState } from 'react';
import type { FormParts, ResourceChunk } from '../../providers/screens/resource-chunk';
import { tenant as resource } from '../../schemas/access-control/tenant';
import { plainErrors } from '../../schemas/kit/messages';
import { problem, type FieldError } from '../../schemas/kit/problem';
import { titleOf } from '../../schemas/kit/resource';
import { tenantConditions } from '../../schemas/kit/tenant-conditions';
import { useScreenForm, type ScreenForm } from '../../ui/forms/use-screen-form';
import { messageOf } from '../../ui/page/states';
import { toasts } from '../../ui/toasts/toasts';
import { isFieldName, type FieldName } from './form-fields';
import { draftOf, formBody, formValues, type Values } from './form-values';
import { saveTenant } from './save-tenant';
import type { Profile } from './use-tenant';

export type TenantFormState = ScreenForm<Values>;
/** What is wrong with these values, one message per field. */
export type TenantFaults = (values: Values) => readonly FieldError[];

/** The tenant's profile as a form, checked by the schema's own validator once that has loaded. */
export function useTenantForm(
  tenant: Profile,
  chunk: ResourceChunk | undefined,
  parts: FormParts | undefined,
  onSaved: () => void,
): { form: TenantFormState; faultsOf: TenantFaults } {
  const [start] = useState(() => formValues(resource, tenant));
  const faultsOf = useCallback((values: Values) => (chunk && parts ? faults(chunk, parts, values) : []), [chunk, parts]);
  const form = useScreenForm<Values>({
    id: 'tenant',
    mode: 'all',
    values: start,
    labelOf: (path) => titleOf(resource, path.split('.')[0] ?? ''),
    resolver: (values) => {
      const errors = faultsOf(values).map(({ path, message }) => [path, { type: 'schema', message }] as const);
      return errors.length ? { values: {}, errors: Object.fromEntries(errors) } : { values, errors: {} };
    },
    save: async (values) => {
      const [condition] = tenantConditions(values);
      if (condition) return toasts.warning(condition.message);
      const saved = await saveTenant(tenant.id, formBody(values)).catch((error: unknown) => toasts.warning(messageOf(error)));
      if (saved?.as === 'refused') throw problem(422, saved.message, saved.errors);
      if (saved) toasts.success(saved.message);
      if (saved?.as === 'saved') onSaved();
    },
  });
  return { form, faultsOf };
}

function faults({ resource: loaded }: ResourceChunk, { validate }: FormParts, values: Values): readonly FieldError[] {
  const byField = new Map<FieldName, string>();
  for (const { path, message } of plainErrors(loaded, validate(draftOf(values)))) {
    const name = path.split('.')[0] ?? '';
    if (isFieldName(name)) byField.set(name, message);
  }
  return [...byField].map(([path, message]) => ({ path, message }));
}
