import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useListViews, useViewCalls } from '../../providers/calls/list-work';
import type { ListView } from '../../schemas/calls/views';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { Icon } from '../../ui/marks/icon';
import { messageOf } from '../../ui/page/states';
import './list-tools.css';

/** The saved views of a list or a report, and a form that saves it as it is now as another one. */
export default function ViewList(props: {
  resource: string;
  /** What the views are of. */
  of: 'list' | 'report';
  address: string;
  now: ListView | undefined;
  onOpen: (view: ListView | undefined) => void;
}): ReactNode {
  const { resource, address, now } = props;
  const views = useListViews(resource);
  const calls = useViewCalls(resource);
  const [wrong, setWrong] = useState<string>();
  const attempt = async (work: Promise<unknown>): Promise<void> => {
    setWrong(undefined);
    await work.catch((error: unknown) => setWrong(messageOf(error)));
  };
  const pinned = new Set(views?.pinned ?? []);
  return (
    <div className="p-views">
      {views?.views.length ? (
        <ul>
          <li>
            <button type="button" className="p-view-name" onClick={() => props.onOpen(undefined)}>
              {props.of === 'list' ? 'All rows' : 'Standard'}
            </button>
          </li>
          {views.views.map((view) => (
            <li key={view.id}>
              <button type="button" className="p-view-name" aria-current={view.id === now?.id} onClick={() => props.onOpen(view)}>
                <span className="p-cut">{view.name}</span>
                <span className="p-quiet">
                  {view.shared_with === 'private' ? '' : view.shared_with === 'team' ? 'Team' : 'Everyone'}
                </span>
              </button>
              <Toggle
                icon="flag"
                on={views.default_view === view.id}
                label={`Open the ${props.of} with ${view.name}`}
                onPress={() => void attempt(calls.keep({ default_view: views.default_view === view.id ? null : view.id }))}
              />
              <Toggle
                icon="star"
                on={pinned.has(view.id)}
                label={`Pin ${view.name}`}
                onPress={() => void attempt(calls.keep(pinned.has(view.id) ? { unpin: view.id } : { pin: view.id }))}
              />
              {view.mine ? (
                <>
                  <Toggle
                    icon="refresh"
                    on={false}
                    label={`Save this ${props.of} as ${view.name}`}
                    onPress={() => void attempt(calls.change(view.id, { address }))}
                  />
                  <Toggle
                    icon="trash"
                    on={false}
                    label={`Delete ${view.name}`}
                    onPress={() => void attempt(calls.remove(view.id))}
                  />
                </>
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <p className="p-quiet">
          No saved views yet. Set filters and {props.of === 'list' ? 'columns' : 'days'}, then save the view.
        </p>
      )}
      <SaveView onSave={calls.add} address={address} />
      {wrong ? (
        <p role="alert" className="p-wrong">
          {wrong}
        </p>
      ) : null}
    </div>
  );
}

function Toggle(props: {
  icon: 'flag' | 'star' | 'refresh' | 'trash';
  on: boolean;
  label: string;
  onPress: () => void;
}): ReactNode {
  return (
    <button
      type="button"
      className={props.on ? 'p-icon-button p-on' : 'p-icon-button'}
      aria-pressed={props.icon === 'flag' || props.icon === 'star' ? props.on : undefined}
      aria-label={props.label}
      title={props.label}
      onClick={props.onPress}
    >
      <Icon name={props.icon} size={14} />
    </button>
  );
}

function SaveView(props: { address: string; onSave: ReturnType<typeof useViewCalls>['add'] }): ReactNode {
  const start = { name: '', shared_with: 'private' };
  const form = useScreenForm({
    values: start,
    save: async ({ name, shared_with }) => {
      await props.onSave({ name: name.trim(), shared_with, address: props.address });
      form.reset(start);
    },
  });
  return (
    <FormFrame form={form}>
      <FormField form={form} name="name" label="Name of this view" required="Enter a name for the view." hideLabel>
        {(input) => <Input {...input} autoComplete="off" maxLength={60} placeholder="Name of this view" />}
      </FormField>
      <FormField form={form} name="shared_with" label="Seen by" hideLabel>
        {({ id, value, onChange, ref }) => (
          <select id={id} ref={ref} value={value} onChange={onChange}>
            <option value="private">Only me</option>
            <option value="team">My team</option>
            <option value="everyone">Everyone</option>
          </select>
        )}
      </FormField>
      <Button type="primary" htmlType="submit" loading={form.saving}>
        Save
      </Button>
    </FormFrame>
  );
}
