import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { currentSession } from '../../providers/session/session';
import { tenant } from '../../schemas/access-control/tenant';
import { titleOf, type Draft } from '../../schemas/kit/resource';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';

/** Asks an administrator to complete the tenant's profile. */
export default function ProfileModal({ profile, onClose }: { profile: Draft<typeof tenant>; onClose: () => void }): ReactNode {
  useFocusBack();
  const navigate = useNavigate();
  const missing = (tenant.fields.required ?? []).filter((field) => isEmpty(profile[field]));
  const complete = (): void => {
    const id = currentSession()?.persisted.tid;
    if (!id) return console.error('The tenant id is missing from the session.');
    onClose();
    void navigate(`/tenant-profile/${id}`, { state: { openEdit: true } });
  };
  return (
    <Modal
      open
      title="Complete Tenant Profile Details"
      width={450}
      centered
      okText="Complete"
      cancelText="Cancel"
      onOk={complete}
      onCancel={onClose}
    >
      <p>Please complete all the required tenant profile details</p>
      {missing.length ? <p>Still missing: {missing.map((field) => titleOf(tenant, field)).join(', ')}.</p> : null}
    </Modal>
  );
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';
