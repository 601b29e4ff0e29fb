import { Button, Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import '../../ui/conditions/condition-builder.css';
import { ConditionBuilder } from '../../ui/conditions/condition-builder';
import { Icon } from '../../ui/marks/icon';
import { ReferenceSelect } from '../../ui/fields/reference-select';
import { words } from '../kind';
import type { WidgetProps } from '../kind-parts';
import { actionWords } from './kind';
import { isRecord } from '../../schemas/kit/is-record';
import type { AnyRow } from '../../schemas/kit/resource';

interface Action {
  readonly id?: string;
  readonly type?: string;
  readonly params?: Readonly<AnyRow> | null;
  readonly next?: string | null;
}
type Control = { readonly name: string; readonly title: string } & (
  | { readonly as: 'text' | 'long' | 'number' | 'conditions' | 'step' }
  | { readonly as: 'reference'; readonly of: string }
);

const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';
const isAction = (value: unknown): value is Action =>
  isRecord(value) &&
  isText(value['id']) &&
  isText(value['type']) &&
  isText(value['next'] ?? undefined) &&
  isRecord(value['params'] ?? {});

const message: readonly Control[] = [{ name: 'body', title: 'Text', as: 'long' }];
/** The parameters of each type; texts can contain {{name}} and other fields of the lead. */
const controls: Readonly<Record<string, readonly Control[]>> = {
  assign: [{ name: 'user_id', title: 'User', as: 'reference', of: 'users' }],
  change_stage: [
    { name: 'stage_id', title: 'Stage', as: 'reference', of: 'lead-stages' },
    { name: 'sub_stage', title: 'Sub stage', as: 'text' },
    { name: 'in_minutes', title: 'Follow-up in (minutes), if the stage requires one', as: 'number' },
  ],
  add_tag: [{ name: 'tag', title: 'Tag', as: 'text' }],
  send_sms: message,
  send_email: [{ name: 'subject', title: 'Subject', as: 'text' }, ...message],
  send_whatsapp: message,
  send_voice: message,
  create_followup: [
    { name: 'in_minutes', title: 'In (minutes)', as: 'number' },
    { name: 'note', title: 'Note', as: 'text' },
  ],
  notify_user: [
    { name: 'user_id', title: 'User (default: the lead owner)', as: 'reference', of: 'users' },
    { name: 'message', title: 'Message', as: 'text' },
  ],
  webhook: [{ name: 'url', title: 'URL', as: 'text' }],
  wait: [{ name: 'minutes', title: 'Minutes', as: 'number' }],
  if: [
    { name: 'rule', title: 'Conditions', as: 'conditions' },
    { name: 'otherwise', title: 'Otherwise continue with', as: 'step' },
  ],
};

/** One card per action or step: its type, then only the parameters of that type. */
export function widget({ id, at, value, onChange, disabled = false }: WidgetProps): ReactNode {
  const list = Array.isArray(value) ? value.filter(isAction) : [];
  const types = (at.field.items?.properties?.['type']?.enum ?? []).map(String);
  const isSteps = at.field.items?.properties?.['next'] !== undefined;
  const put = (next: readonly Action[]): void => onChange(next.length ? next : undefined);
  const ids = list.flatMap((one) => one.id ?? []);
  return (
    <div className="p-blocks" id={id} tabIndex={-1}>
      {list.map((action, i) => (
        <fieldset key={i} className="p-block" disabled={disabled}>
          <legend className="p-visually-hidden">{`${isSteps ? 'Step' : 'Action'} ${i + 1}`}</legend>
          <div className="p-action-head">
            <span className="p-quiet">{isSteps ? (action.id ?? '') : `${i + 1}.`}</span>
            <Select
              id={`${id}.${i}.type`}
              aria-label={`${isSteps ? 'Step' : 'Action'} ${i + 1}: what happens`}
              placeholder="What happens"
              disabled={disabled}
              value={action.type ?? null}
              options={types.map((type) => ({ value: type, label: actionWords[type] ?? words(type) }))}
              onChange={(type) => put(list.with(i, { ...action, type, params: {} }))}
            />
            <Button
              type="text"
              size="small"
              icon={<Icon name="trash" size={14} />}
              aria-label={`Remove ${isSteps ? 'step' : 'action'} ${i + 1}`}
              onClick={() => put(list.toSpliced(i, 1))}
            />
          </div>
          {(controls[action.type ?? ''] ?? []).map((control) => (
            <div key={control.name} className="p-action-param">
              <label htmlFor={`${id}.${i}.${control.name}`}>{control.title}</label>
              <Param
                id={`${id}.${i}.${control.name}`}
                control={control}
                value={action.params?.[control.name]}
                ids={ids.filter((one) => one !== action.id)}
                disabled={disabled}
                onChange={(next) => put(list.with(i, { ...action, params: without({ ...action.params, [control.name]: next }) }))}
              />
            </div>
          ))}
          {isSteps && action.type !== 'end' ? (
            <div className="p-action-param">
              <label htmlFor={`${id}.${i}.next`}>{action.type === 'if' ? 'If so, go to' : 'Then go to'}</label>
              <Select
                id={`${id}.${i}.next`}
                allowClear
                placeholder="The step below"
                value={action.next ?? null}
                options={ids.filter((one) => one !== action.id).map((one) => ({ value: one, label: one }))}
                onChange={(next) => put(list.with(i, withNext(action, next)))}
              />
            </div>
          ) : null}
        </fieldset>
      ))}
      <div>
        <Button
          type="dashed"
          size="small"
          icon={<Icon name="plus" size={12} />}
          disabled={disabled || list.length >= (at.field.maxItems ?? Infinity)}
          onClick={() => {
            put([...list, isSteps ? { id: freeId(ids) } : {}]);
            requestAnimationFrame(() => document.getElementById(`${id}.${list.length}.type`)?.focus());
          }}
        >
          {isSteps ? 'Add step' : 'Add action'}
        </Button>
      </div>
    </div>
  );
}

function Param(props: {
  id: string;
  control: Control;
  value: unknown;
  ids: readonly string[];
  disabled: boolean;
  onChange: (value: unknown) => void;
}): ReactNode {
  const { id, control, value, disabled, onChange } = props;
  const text = typeof value === 'string' ? value : '';
  if (control.as === 'reference')
    return (
      <ReferenceSelect id={id} resource={control.of} value={value} disabled={disabled} onChange={(next) => onChange(next)} />
    );
  if (control.as === 'number')
    return (
      <InputNumber
        id={id}
        min={1}
        precision={0}
        disabled={disabled}
        value={typeof value === 'number' ? value : null}
        onChange={(next) => onChange(next ?? undefined)}
      />
    );
  if (control.as === 'conditions')
    return (
      <ConditionBuilder id={id} value={value} onChange={onChange} joint="And" counts="rule" disabled={disabled} invalid={false} />
    );
  if (control.as === 'step')
    return (
      <Select
        id={id}
        allowClear
        placeholder="The end"
        value={text || null}
        options={props.ids.map((one) => ({ value: one, label: one }))}
        onChange={(next) => onChange(next ?? undefined)}
      />
    );
  if (control.as === 'long')
    return (
      <Input.TextArea
        id={id}
        rows={2}
        className="p-grows"
        disabled={disabled}
        value={text}
        onChange={({ target }) => onChange(target.value || undefined)}
      />
    );
  return <Input id={id} disabled={disabled} value={text} onChange={({ target }) => onChange(target.value || undefined)} />;
}

const without = (params: Readonly<AnyRow>): AnyRow =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined && value !== ''));
const withNext = ({ next: _next, ...action }: Action, next: string | null | undefined): Action =>
  next ? { ...action, next } : action;

/** The first of 'step1', 'step2', … that no step has. */
function freeId(ids: readonly string[]): string {
  let n = ids.length + 1;
  while (ids.includes(`step${n}`)) n++;
  return `step${n}`;
}
