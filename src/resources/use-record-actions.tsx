import { useDelete, useUpdate } from '@refinedev/core';
import { App } from 'antd';
import { useToasts } from '../ui/toasts';
import type { AnyResource } from '../schemas/kit/resource';
import type { AnyRow } from './kind-looks';
import { refusalOf } from './refusal';

type Row = AnyRow & { id: string | number };

/** Activate, deactivate and delete, from a row and from the record's page alike. */
export function useRecordActions(resource: AnyResource): {
  setStatus: (row: Row, active: boolean) => Promise<void>;
  remove: (row: Row, name: string, then?: () => void) => void;
} {
  const { modal } = App.useApp();
  const toasts = useToasts();
  const { mutateAsync: update } = useUpdate();
  const { mutateAsync: destroy } = useDelete();
  return {
    async setStatus(row, active) {
      try {
        await update({
          resource: resource.name,
          id: row.id,
          values: { status: active ? 1 : 0, row_version: row['row_version'] },
          successNotification: false,
          errorNotification: false,
        });
        toasts.success(active ? 'Activated' : 'Deactivated');
      } catch (error) {
        toasts.error(error);
      }
    },
    remove(row, name, then) {
      modal.confirm({
        title: `Delete ${name}?`,
        content: 'It goes from lists and choices. An administrator can restore it for 30 days.',
        okText: 'Delete',
        okButtonProps: { danger: true },
        autoFocusButton: 'cancel',
        async onOk() {
          try {
            await destroy({ resource: resource.name, id: row.id, successNotification: false, errorNotification: false });
            toasts.success(`${name} deleted`);
            then?.();
          } catch (error) {
            // used by others (409): the server's sentence says by what, and the record stays
            const { message, usage } = refusalOf(error);
            modal.warning({
              title: `${name} was not deleted`,
              content: usage.length ? `${message} Used by: ${usage.join(', ')}. You can deactivate it instead.` : message,
            });
          }
        },
      });
    },
  };
}
