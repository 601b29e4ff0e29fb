import { Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { signOut } from '../../providers/session/sign-out';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';

export default function ConfirmLogout({ onClose }: { onClose: () => void }): ReactNode {
  useFocusBack();
  const [busy, setBusy] = useState(false);
  const leave = async (): Promise<void> => {
    setBusy(true);
    await signOut();
  };
  return (
    <Modal
      title="Confirm Logout"
      open
      onCancel={onClose}
      onOk={() => void leave()}
      okText="Logout"
      cancelText="Cancel"
      confirmLoading={busy}
      width={400}
      centered
    >
      Are you sure you want to logout?
    </Modal>
  );
}
