import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { callRow } from '../../providers/calls/call';
import { changeRow, deleteRow, listOf } from '../../providers/calls/records';
import { callKey, useCall } from '../../providers/calls/use-call';
import { useMayDo } from '../../providers/rights';
import { apiKeyRotate } from '../../schemas/calls/api-keys';
import type { ApiKey, apiKeys } from '../../schemas/settings/api-keys';
import { ask } from '../../ui/dialogs/ask';
import { Icon } from '../../ui/marks/icon';
import { MenuButton } from '../../ui/actions/menu-button';
import { Pills } from '../../ui/marks/pills';
import { EmptyState, ErrorState, messageOf } from '../../ui/page/states';
import { ActiveTag } from '../../ui/marks/tag';
import { Time } from '../../ui/time/time';
import { toasts } from '../../ui/toasts/toasts';
import { DocsFrame } from './docs-frame';
import { KeyDialog } from './key-dialog';
import { NewKeyDialog } from '../../ui/dialogs/new-key-dialog';

const keyList = listOf<typeof apiKeys>('api-keys');

/** The tenant's API keys: made, rotated, switched off and revoked here. */
export default function KeysPage(): ReactNode {
  const client = useQueryClient();
  const may = useMayDo('api-keys');
  const { data, error, refetch } = useCall(keyList, { _start: 0, _end: 100 });
  const [making, setMaking] = useState(false);
  const [shown, setShown] = useState<{ name: string; secret: string }>();
  const again = (): void => void client.invalidateQueries({ queryKey: callKey(keyList) });
  const doing = async (work: Promise<unknown>, done: string): Promise<void> => {
    try {
      await work;
      toasts.success(done);
    } catch (failure) {
      toasts.error(messageOf(failure));
    }
    again();
  };
  const rotate = (row: ApiKey): void =>
    ask({
      title: `Rotate ${row.name}?`,
      content: 'The current key stops working immediately.',
      okText: 'Rotate',
      onOk: async () => {
        try {
          const { key } = await callRow(apiKeyRotate, { id: row.id });
          setShown({ name: row.name, secret: key });
          again();
        } catch (failure) {
          toasts.error(messageOf(failure));
        }
      },
    });
  const revoke = (row: ApiKey): void =>
    ask({
      title: `Revoke ${row.name}?`,
      content: 'Systems that use this key can no longer sign in with it.',
      okText: 'Revoke',
      okButtonProps: { danger: true },
      onOk: () => doing(deleteRow<typeof apiKeys>('api-keys', row.id), 'API key revoked.'),
    });
  const change = (row: ApiKey): void =>
    void doing(
      changeRow<typeof apiKeys>('api-keys', row.id, { status: row.status ? 0 : 1 }),
      row.status ? 'API key switched off.' : 'API key switched on.',
    );
  const mayChange = may('update');
  const choicesOf = (row: ApiKey) =>
    mayChange
      ? [
          { label: 'Rotate', choose: () => rotate(row) },
          { label: row.status ? 'Switch off' : 'Switch on', choose: () => change(row) },
          { label: 'Revoke', choose: () => revoke(row) },
        ]
      : [];
  return (
    <DocsFrame
      title="API keys"
      total={data?.length}
      actions={
        mayChange ? (
          <button type="button" className="dc-send" onClick={() => setMaking(true)}>
            <Icon name="plus" size={14} /> New key
          </button>
        ) : null
      }
    >
      {error ? <ErrorState what="The keys could not be loaded" error={error} onRetry={() => void refetch()} /> : null}
      {data && !data.length ? (
        <EmptyState title="No keys yet" icon="lock">
          {mayChange ? 'Create a key for the system that sends or reads leads.' : 'An administrator can create one.'}
        </EmptyState>
      ) : null}
      {data?.length ? (
        <ul className="dc-rows" aria-label="API keys">
          {data.map((row) => (
            <KeyRow key={row.id} row={row} choices={choicesOf(row)} />
          ))}
        </ul>
      ) : null}
      {making ? (
        <KeyDialog
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false);
            setShown(made);
            again();
          }}
        />
      ) : null}
      {shown ? <NewKeyDialog {...shown} onClose={() => setShown(undefined)} /> : null}
    </DocsFrame>
  );
}

interface KeyAction {
  readonly label: string;
  readonly choose: () => void;
}

function KeyRow({ row, choices }: { row: ApiKey; choices: readonly KeyAction[] }): ReactNode {
  return (
    <li>
      <div className="dc-row-main">
        <Link to={`/docs/keys/${row.id}`}>{row.name}</Link> <code>{row.key_prefix}…</code> <ActiveTag active={row.status === 1} />
        <div className="dc-row-more">
          <Pills texts={row.scopes} most={4} />
          {row.allowed_ips?.length ? <span>from {row.allowed_ips.join(', ')}</span> : null}
        </div>
      </div>
      <dl className="dc-facts">
        <div>
          <dt>Last used</dt>
          <dd>
            <Time at={row.last_used_at} /> {row.last_used_ip ? <span className="p-quiet">{row.last_used_ip}</span> : null}
          </dd>
        </div>
        <div>
          <dt>Ends</dt>
          <dd>{row.expires_at ? <Time at={row.expires_at} /> : 'never'}</dd>
        </div>
      </dl>
      {choices.length ? (
        <MenuButton label={`Actions for ${row.name}`} choices={choices}>
          <Icon name="more" />
        </MenuButton>
      ) : null}
    </li>
  );
}
