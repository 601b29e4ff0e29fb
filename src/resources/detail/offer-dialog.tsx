import { useInvalidate } from '@refinedev/core';
import { Modal } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { kindAt } from '../../kinds/kind-of';
import { callWire, sendWire, type CallValues } from '../../providers/calls/call';
import type { Fields } from '../../schemas/kit/field';
import { Refusal } from '../../schemas/kit/problem';
import { titleOf, type AnyResource } from '../../schemas/kit/resource';
import { isPlain, parseWire } from '../../schemas/kit/wire';
import { messageOf } from '../../ui/page/states';
import { toasts } from '../../ui/toasts/toasts';
import { KindWidget } from '../form/kind-widget';
import type { AnyRow } from '../kind-looks';
import type { OfferedCall } from './offered-call';
import { wireValues } from './wire-values';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';

type Row = AnyRow & { id: string | number };

/** Asks for the parameters of an action, or for confirmation; after an error what was typed is kept. */
export default function OfferDialog({
  resource,
  row,
  action,
  offer,
  onDone,
  onClose,
}: OfferedCall & { resource: AnyResource; row: Row; onDone?: (() => void) | undefined; onClose: () => void }): ReactNode {
  useFocusBack();
  const invalidate = useInvalidate();
  const [values, setValues] = useState<CallValues>({});
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<{ readonly message: string; readonly field?: string | undefined }>();
  const asking = useMemo(() => asForm(resource, offer.ask?.properties ?? {}), [resource, offer]);
  const required = offer.ask?.required ?? [];
  const names = Object.keys(asking.fields.properties);

  const send = async (): Promise<void> => {
    if (sending) return;
    const missing = required.find((name) => [undefined, null, ''].some((none) => none === values[name]));
    if (missing !== undefined) {
      setRefused({ message: `${titleOf(asking, missing)} is required.`, field: missing });
      document.getElementById(`ask-${missing}`)?.focus();
      return;
    }
    setSending(true);
    setRefused(undefined);
    try {
      toasts.success(
        (await call(action, { ...wireValues(action.wire, row), ...offer.send, ...values })) ?? `${resource.label} saved`,
      );
      await invalidate({ resource: resource.name, id: row.id, invalidates: ['list', 'many', 'detail'] });
      onDone?.();
      onClose();
    } catch (error) {
      const field = error instanceof Refusal ? error.errors.find(({ path }) => names.includes(path))?.path : undefined;
      setRefused({ message: messageOf(error), field });
      setSending(false);
    }
  };
  return (
    <Modal
      open
      width={440}
      title={names.length ? offer.label : `${offer.label}?`}
      okText={offer.label}
      okButtonProps={{ loading: sending, danger: offer.look === 'danger' }}
      onOk={() => void send()}
      onCancel={onClose}
      afterOpenChange={(open) => void (open && names[0] && document.getElementById(`ask-${names[0]}`)?.focus())}
    >
      <form
        className="p-offer"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {names.map((name) => (
          <div key={name}>
            <label htmlFor={`ask-${name}`}>
              {titleOf(asking, name)}
              {required.includes(name) ? ' *' : ''}
            </label>
            <KindWidget
              id={`ask-${name}`}
              at={kindAt(asking, name).at}
              value={values[name]}
              onChange={(value) => setValues((now) => ({ ...now, [name]: value ?? undefined }))}
              record={row}
              required={required.includes(name)}
              invalid={refused?.field === name}
              describedBy={refused?.field === name ? 'offer-refused' : undefined}
            />
          </div>
        ))}
        {refused ? (
          <p role="alert" id="offer-refused" className="p-wrong">
            {refused.message}
          </p>
        ) : null}
      </form>
    </Modal>
  );
}

/** The action's parameters as the fields of a form. */
const asForm = (resource: AnyResource, properties: Fields): AnyResource => ({
  ...resource,
  refs: {},
  ui: {},
  fields: { type: 'object', additionalProperties: false, properties },
});

/** Calls under `res/` answer the bare record, those with an envelope a message. */
async function call(action: OfferedCall['action'], values: CallValues): Promise<string | undefined> {
  const wire = parseWire(action.wire);
  if (!isPlain(wire)) return (await callWire(action, values)).message;
  await sendWire(wire, values);
  return undefined;
}
