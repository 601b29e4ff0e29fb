import { useInvalidate } from '@refinedev/core';
import type { ActedRow } from '../use-record-actions';
import { Modal } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { kindAt } from '../../kinds/kind-of';
import { call } from '../../providers/calls/call';
import type { RecordOffer } from '../../schemas/kit/record-calls';
import { requiredMessageOf } from '../../schemas/kit/required-message';
import { titleOf, type AnyResource } from '../../schemas/kit/resource';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { toasts } from '../../ui/toasts/toasts';
import { KindFormField } from '../form/kind-form-field';
import type { AnyRow } from '../kind-looks';
import type { OfferedCall } from './offered-call';
import { wireValues } from './wire-values';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';

/** Asks for the parameters of an action, or for confirmation; after an error what was typed is kept. */
export default function OfferDialog({
  resource,
  row,
  action,
  offer,
  onDone,
  onClose,
}: OfferedCall & { resource: AnyResource; row: ActedRow; onDone?: (() => void) | undefined; onClose: () => void }): ReactNode {
  useFocusBack();
  const invalidate = useInvalidate();
  const asking = useMemo(() => asForm(resource, offer.ask), [resource, offer]);
  const required = offer.ask?.required ?? [];
  const names = Object.keys(asking.fields.properties);
  const form = useScreenForm<AnyRow>({
    id: 'ask',
    values: Object.fromEntries(names.map((name) => [name, undefined])),
    labelOf: (path) => titleOf(asking, path),
    save: async (entered) => {
      const values = Object.fromEntries(names.map((name) => [name, entered[name] ?? undefined]));
      toasts.success(
        (await call(action, { ...wireValues(action.wire, row), ...offer.send, ...values })).message ?? `${resource.label} saved`,
      );
      void invalidate({ resource: resource.name, id: row.id, invalidates: ['list', 'many', 'detail'] });
      onDone?.();
      onClose();
    },
  });
  return (
    <Modal
      open
      width={440}
      title={names.length ? offer.label : `${offer.label}?`}
      okText={offer.label}
      okButtonProps={{ htmlType: 'submit', form: form.formId, loading: form.saving, danger: offer.look === 'danger' }}
      cancelText={/^cancel\b/i.test(offer.label) ? 'Not now' : 'Cancel'}
      onCancel={onClose}
      afterOpenChange={(open) => void (open && names[0] && document.getElementById(form.idOf(names[0]))?.focus())}
    >
      <FormFrame form={form} className="p-form-fields">
        {names.map((name) => (
          <KindFormField
            key={name}
            form={form}
            name={name}
            label={titleOf(asking, name)}
            at={kindAt(asking, name).at}
            record={row}
            required={required.includes(name) ? requiredMessageOf(asking, name) : undefined}
          />
        ))}
      </FormFrame>
    </Modal>
  );
}

/** The action's parameters as the fields of a form. */
const asForm = (
  resource: AnyResource,
  { properties, ui }: NonNullable<RecordOffer['ask']> = { properties: {} },
): AnyResource => ({
  ...resource,
  // what a move asks for are the resource's own fields, references among them
  refs: Object.fromEntries(
    Object.entries(resource.refs ?? {}).filter(
      ([name]) => properties[name] && properties[name] === resource.fields.properties[name],
    ),
  ),
  ui: ui ?? {},
  fields: { type: 'object', additionalProperties: false, properties },
});
