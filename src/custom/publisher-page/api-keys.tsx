import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { callRow } from '../../providers/calls/call';
import { changeRow, listOf } from '../../providers/calls/records';
import { callKey, useCall } from '../../providers/calls/use-call';
import { useMayDo } from '../../providers/rights';
import { apiKeyCreate, apiKeyRotate, leadCapture } from '../../schemas/calls/api-keys';
import type { ApiKey, apiKeys } from '../../schemas/settings/api-keys';
import { useOneAtATime } from '../../ui/actions/use-one-at-a-time';
import { ask } from '../../ui/dialogs/ask';
import { NewKeyDialog } from '../../ui/dialogs/new-key-dialog';
import { Icon } from '../../ui/marks/icon';
import { ActiveTag } from '../../ui/marks/tag';
import { EmptyState, ErrorState, messageOf } from '../../ui/page/states';
import { Time } from '../../ui/time/time';
import { toasts } from '../../ui/toasts/toasts';

const keyList = listOf<typeof apiKeys>('api-keys');

/** The keys with which the publisher delivers: made, rotated and switched off here. The key itself is shown once. */
export function ApiKeys({ id, name }: { id: string; name: string }): ReactNode {
  const client = useQueryClient();
  const mayCreate = useMayDo('api-keys')('create');
  const query = useCall(keyList, { publisher_id: id, _start: 0, _end: 100 }, { retry: false });
  const [shown, setShown] = useState<{ name: string; secret: string }>();
  const doing = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (failure) {
      toasts.error(messageOf(failure));
    }
    void client.invalidateQueries({ queryKey: callKey(keyList) });
  };
  const make = useOneAtATime(() =>
    doing(async () => {
      const keyName = `${name} ${(query.data?.length ?? 0) + 1}`.slice(-80);
      const made = await callRow(apiKeyCreate, { name: keyName, scopes: ['lead_capture'], publisher_id: id });
      setShown({ name: keyName, secret: made.key });
    }),
  );
  const rotate = (row: ApiKey): void =>
    ask({
      title: `Rotate ${row.name}?`,
      content: 'The current key stops working immediately.',
      okText: 'Rotate',
      onOk: () => doing(async () => setShown({ name: row.name, secret: (await callRow(apiKeyRotate, { id: row.id })).key })),
    });
  const toggle = (row: ApiKey): void =>
    void doing(async () => {
      await changeRow<typeof apiKeys>('api-keys', row.id, { status: row.status ? 0 : 1 });
      toasts.success(row.status ? 'API key switched off.' : 'API key switched on.');
    });
  const add = mayCreate ? (
    <Button icon={<Icon name="plus" size={14} />} onClick={() => void make()}>
      Create key
    </Button>
  ) : null;
  if (query.isError)
    return <ErrorState what="The keys could not be loaded" error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div className="pp-section" aria-busy={query.isPending}>
      <p>
        Leads are sent to <code>{`${window.location.origin}/api/${leadCapture.wire.replace('POST ', '')}`}</code>.{' '}
        <Link to="/docs">API guide</Link>
      </p>
      {query.data?.length ? (
        <ul className="pp-rows" aria-label="API keys">
          {query.data.map((row) => (
            <li key={row.id}>
              <span>
                {row.name} <code>{row.key_prefix}…</code>
              </span>
              <ActiveTag active={row.status === 1} />
              <span className="p-quiet">
                Last used <Time at={row.last_used_at} />
              </span>
              {mayCreate ? (
                <>
                  <Button size="small" aria-label={`Rotate ${row.name}`} onClick={() => rotate(row)}>
                    Rotate
                  </Button>
                  <Button
                    size="small"
                    aria-label={`${row.status ? 'Switch off' : 'Switch on'} ${row.name}`}
                    onClick={() => toggle(row)}
                  >
                    {row.status ? 'Switch off' : 'Switch on'}
                  </Button>
                </>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {query.data?.length ? (
        add
      ) : query.data ? (
        <EmptyState title="No API key yet" icon="lock" next={add}>
          {mayCreate ? 'The publisher sends its leads with a key of its own.' : 'An administrator can create one.'}
        </EmptyState>
      ) : null}
      {shown ? <NewKeyDialog {...shown} onClose={() => setShown(undefined)} /> : null}
    </div>
  );
}
