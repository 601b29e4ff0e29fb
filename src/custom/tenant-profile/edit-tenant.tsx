import { Button, Modal } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { useFormParts, useResource } from '../../providers/screens/use-resource';
import { tenant as resource } from '../../schemas/access-control/tenant';
import { titleOf } from '../../schemas/kit/resource';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { useUnsaved } from '../../ui/dialogs/use-unsaved';
import { pageLoader } from '../../ui/page/page-loader';
import { TenantForm } from './tenant-form';
import { useLookUps } from './use-look-ups';
import type { Profile } from './use-tenant';
import { useTenantForm, type TenantFaults, type TenantFormState } from './use-tenant-form';

const pollEvery = 100;

/** The modal 'Edit Tenant Profile'. Its form stays hidden until the college list, and what checks it, have loaded. */
export function EditTenant({
  tenant,
  onClose,
  onSaved,
}: {
  tenant: Profile;
  onClose: () => void;
  onSaved: () => void;
}): ReactNode {
  useFocusBack();
  const chunk = useResource('tenant');
  const lookUps = useLookUps();
  const parts = useFormParts(chunk);
  const ready = usePolled(lookUps.colleges !== undefined) && parts !== undefined;
  const { form, faultsOf } = useTenantForm(tenant, chunk, parts, onSaved);
  const leave = useUnsaved(form.formState.isDirty && !form.saving);
  return (
    <Modal
      open
      width={960}
      title="Edit Tenant Profile"
      mask={{ closable: false }}
      onCancel={() => leave(onClose)}
      footer={(_, { CancelBtn }) => (
        <TenantFooter form={form} faultsOf={faultsOf} ready={ready}>
          <CancelBtn />
        </TenantFooter>
      )}
      className="p-tenant-modal"
    >
      {ready ? <TenantForm form={form} tenant={tenant} lookUps={lookUps} /> : pageLoader}
    </Modal>
  );
}

/** Save, which is disabled while a required field is empty or a value is wrong, and the reason for that. */
function TenantFooter({
  form,
  faultsOf,
  ready,
  children,
}: {
  form: TenantFormState;
  faultsOf: TenantFaults;
  ready: boolean;
  children: ReactNode;
}): ReactNode {
  const values = useWatch({ control: form.control });
  const titles = ready ? faultsOf(values).map(({ path }) => titleOf(resource, path)) : [];
  return (
    <>
      {titles.length ? (
        <span className="p-tenant-missing p-quiet">
          To complete: {titles.slice(0, 3).join(', ')}
          {titles.length > 3 ? ` and ${titles.length - 3} more` : ''}
        </span>
      ) : null}
      {children}
      <Button type="primary" htmlType="submit" form={form.formId} disabled={!ready || titles.length > 0} loading={form.saving}>
        Save
      </Button>
    </>
  );
}

/** Checks every 100 ms whether it is so. */
function usePolled(value: boolean): boolean {
  const latest = useRef(value);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  useEffect(() => {
    if (seen) return undefined;
    const timer = setInterval(() => latest.current && setSeen(true), pollEvery);
    return () => clearInterval(timer);
  }, [seen]);
  return seen;
}
