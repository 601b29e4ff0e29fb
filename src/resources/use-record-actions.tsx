import { useDelete, useInvalidate, useUpdate } from '@refinedev/core';
import { callRow } from '../providers/calls/call';
import { useWho } from '../providers/session/who';
import { dataOf } from '../schemas/kit/call';
import { mayChange } from '../schemas/kit/may-change';
import { keyOf, type AnyResource } from '../schemas/kit/resource';
import { isAdministrator } from '../schemas/kit/roles';
import { ask } from '../ui/dialogs/ask';
import { showToast } from '../ui/toasts/plain-toasts';
import { toasts } from '../ui/toasts/toasts';
import type { AnyRow } from './kind-looks';
import { offers } from './resource-paths';
import { refusalOf } from './refusal';

/** A record that can be acted on. */
export type ActedRow = AnyRow & { id: string | number };

/** `GET res/{resource}/{id}/usage`: where the record is used, in words and by resource. */
export interface Usage {
  readonly count: number;
  /** 'used by 3 Courses, 120 Leads' */
  readonly text: string;
  readonly usage: readonly {
    readonly resource: string;
    readonly label: string;
    readonly count: number;
    readonly filter?: { readonly field: string; readonly value: string };
  }[];
}
export const usageRead = { wire: 'GET res/{resource}/{id}/usage', data: dataOf<Usage>() } as const;
const duplicateOf = (resource: AnyResource, id: string | number): Promise<AnyRow> =>
  callRow(duplicateCall, { resource: resource.name, id });
const duplicateCall = { wire: 'POST res/{resource}/{id}/duplicate', as: 'create', data: dataOf<AnyRow>() } as const;
const restoreCall = { wire: 'POST res/{resource}/{id}/restore', as: 'update' } as const;

export interface RecordActions {
  readonly setStatus: (row: ActedRow, active: boolean) => Promise<void>;
  readonly duplicate: (row: ActedRow, then: (copy: ActedRow) => void) => Promise<void>;
  readonly remove: (row: ActedRow, name: string, then?: () => void) => void;
  readonly restore: (id: string | number, name: string) => Promise<boolean>;
}

/**
 * Activate, deactivate, duplicate, delete and restore, for a list, the record's page and the list of deleted records. Refine's
 * hooks take milliseconds, so use this once per list, not once per row.
 */
export function useRecordActions(resource: AnyResource): RecordActions {
  const who = useWho();
  const invalidate = useInvalidate();
  const { mutateAsync: update } = useUpdate();
  const { mutateAsync: destroy } = useDelete();
  const refresh = (): Promise<void> => invalidate({ resource: resource.name, invalidates: ['list', 'many', 'detail'] });

  async function setStatus(row: ActedRow, active: boolean): Promise<void> {
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
  }

  async function restore(id: string | number, name: string): Promise<boolean> {
    try {
      await callRow(restoreCall, { resource: resource.name, id });
      await refresh();
      showToast('success', `${name} restored`);
      return true;
    } catch (error) {
      showToast('error', `${name} was not restored. ${refusalOf(error).message}`);
      return false;
    }
  }

  /** D-137: a record in use cannot be deleted; it can be deactivated instead. */
  function refuse(row: ActedRow, name: string, used: string): void {
    const mayRest = resource.fields.properties['status'] !== undefined && row['status'] === 1 && offers(resource, 'update');
    ask({
      title: `${name} is in use and cannot be deleted`,
      content: `It is ${used}.${mayRest ? ' Deactivate it instead: new records cannot choose it, and existing ones keep it.' : ''}`,
      okText: mayRest ? 'Deactivate' : 'Close',
      ...(mayRest ? { onOk: () => setStatus(row, false) } : { cancelButtonProps: { hidden: true } }),
    });
  }

  function confirm(row: ActedRow, name: string, then?: () => void): void {
    ask({
      title: `Delete ${name}?`,
      content: 'It disappears from lists and options. An administrator can restore it for 30 days.',
      okText: 'Delete',
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      async onOk() {
        try {
          await destroy({ resource: resource.name, id: row.id, successNotification: false, errorNotification: false });
          if (isAdministrator(who))
            showToast('success', `${name} deleted`, { label: 'Undo', run: () => void restore(row.id, name) });
          else toasts.success(`${name} deleted`);
          then?.();
        } catch (error) {
          // used by another record since the check (409), or refused: the server's message explains it, and the record is kept
          const { message, usage } = refusalOf(error);
          ask({
            kind: 'warning',
            title: `${name} was not deleted`,
            content: usage.length ? `${message} Used by: ${usage.join(', ')}. You can deactivate it instead.` : message,
          });
        }
      },
    });
  }

  return {
    setStatus,
    restore,
    async duplicate(row, then) {
      try {
        const copy = await duplicateOf(resource, row.id);
        await refresh();
        const next = resource.fields.properties['status'] ? 'inactive until you activate it' : 'ready to edit';
        toasts.success(mayChange(copy) ? `Copied: the copy is ${next}` : 'Copied');
        const id = copy.id ?? copy[keyOf(resource).name];
        if (typeof id === 'string' || typeof id === 'number') then({ ...copy, id });
      } catch (error) {
        toasts.error(error);
      }
    },
    remove(row, name, then) {
      callRow(usageRead, { resource: resource.name, id: row.id }).then(
        ({ count, text }) => (count ? refuse(row, name, text) : confirm(row, name, then)),
        () => confirm(row, name, then), // the server checks again
      );
    },
  };
}
