import { useInvalidate } from '@refinedev/core';
import { App, Input } from 'antd';
import type { ReactNode } from 'react';
import { callWire } from '../../providers/call';
import { useWho } from '../../providers/who';
import { mayDo, type AccessSpec, type Rule } from '../../schemas/kit/access';
import { titleOf, type AnyResource } from '../../schemas/kit/resource';
import { holds } from '../../schemas/kit/validation-schema';
import { keyNames, parseWire } from '../../schemas/kit/wire';
import { useToasts } from '../../ui/toasts';
import type { AnyRow } from '../kind-looks';

type Row = AnyRow & { id: string | number };

/**
 * The schema's actions that have a label, as choices for one record. What the wire names and the record has is taken from the
 * record; what it has not ('phone' of a test message) is asked for.
 */
export function useRecordCalls(resource: AnyResource, row: Row): readonly { label: string; choose: () => void }[] {
  const { modal } = App.useApp();
  const toasts = useToasts();
  const invalidate = useInvalidate();
  const who = useWho();
  return Object.values(resource.actions ?? {}).flatMap((action) => {
    const { label } = action;
    if (!label || (action.if && !holds(action.if, row)) || !mayDo(who, narrowed(resource, action), action.as)) return [];
    const wire = parseWire(action.wire);
    const items = [...wire.params, ...wire.query, ...wire.body];
    const values: Record<string, unknown> = {};
    for (const { name, field } of items) values[name] = (keyNames as readonly string[]).includes(name) ? row.id : row[field];
    const asked = items.filter(({ name, field }) => !(name in row) && !resource.fields.properties[field] && !isKey(name));
    const choose = (): void =>
      void modal.confirm({
        title: asked.length ? label : `${label}?`,
        icon: null,
        okText: label,
        content: (
          <Asked
            resource={resource}
            names={asked.map(({ name }) => name)}
            onChange={(name, text) => void (values[name] = text)}
          />
        ),
        async onOk() {
          try {
            const { message } = await callWire(action, values);
            toasts.success(message ?? 'Done');
            await invalidate({ resource: resource.name, invalidates: ['list', 'many', 'detail'] });
          } catch (error) {
            toasts.error(error);
            throw error; // the dialog stays, with what was typed
          }
        },
      });
    return [{ label, choose }];
  });
}

const isKey = (name: string): boolean => (keyNames as readonly string[]).includes(name);

function narrowed({ access }: AnyResource, { as, access: own }: { as: string; access?: Rule }): AnyResource['access'] {
  if (!own) return access;
  return typeof access === 'object' && !('roles' in access) ? { ...(access as AccessSpec), [as]: own } : { [as]: own };
}

function Asked({
  resource,
  names,
  onChange,
}: {
  resource: AnyResource;
  names: readonly string[];
  onChange: (name: string, text: string) => void;
}): ReactNode {
  return names.map((name, at) => (
    <p key={name}>
      <label htmlFor={`ask-${name}`}>{titleOf(resource, name)}</label>
      <Input id={`ask-${name}`} autoFocus={at === 0} onChange={(event) => onChange(name, event.target.value)} />
    </p>
  ));
}
