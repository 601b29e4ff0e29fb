import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { callRow } from '../../providers/calls/call';
import { listOf, type ActionOf } from '../../providers/calls/records';
import { callKey, useCall } from '../../providers/calls/use-call';
import { useMayDo } from '../../providers/rights';
import { Chip } from '../../ui/marks/chips';
import { Icon } from '../../ui/marks/icon';
import { EmptyState, ErrorState, messageOf } from '../../ui/page/states';
import { Tag } from '../../ui/marks/tag';
import { Time } from '../../ui/time/time';
import { toasts } from '../../ui/toasts/toasts';
import { DocsFrame } from './docs-frame';
import type { WebhookDelivery, webhookDeliveries } from '../../schemas/settings/webhook-deliveries';

const deliveryList = listOf<typeof webhookDeliveries>('webhook-deliveries');
const replayCall = {
  wire: 'POST res/webhook-deliveries/{id}/replay',
  as: 'update',
} as const satisfies ActionOf<typeof webhookDeliveries>;
const states = { delivered: ['green', 'Delivered'], queued: ['amber', 'Queued'], failed: ['red', 'Failed'] } as const;

/** Webhook deliveries with their results; each can be sent again. */
export default function DeliveriesPage(): ReactNode {
  const client = useQueryClient();
  const mayReplay = useMayDo('webhook-deliveries.replay')('update');
  const [address, setAddress] = useSearchParams();
  const state = address.get('state') ?? '';
  const { data, error, refetch } = useCall(deliveryList, { _start: 0, _end: 100, state }, { refetchInterval: 10_000 });
  const replay = async ({ id }: WebhookDelivery): Promise<void> => {
    try {
      await callRow(replayCall, { id });
      toasts.success('Delivery queued again.');
    } catch (failure) {
      toasts.error(messageOf(failure));
    }
    void client.invalidateQueries({ queryKey: callKey(deliveryList) });
  };
  return (
    <DocsFrame title="Webhook deliveries">
      <div className="dc-languages" role="group" aria-label="State">
        <Chip on={state === ''} onClick={() => setAddress({})}>
          All
        </Chip>
        {Object.entries(states).map(([name, [, text]]) => (
          <Chip key={name} on={state === name} onClick={() => setAddress({ state: name })}>
            {text}
          </Chip>
        ))}
      </div>
      {error ? <ErrorState what="The deliveries could not be loaded" error={error} onRetry={() => void refetch()} /> : null}
      {data && !data.length ? (
        <EmptyState title="No deliveries yet" icon="upload">
          <Link to="/docs/webhooks">A webhook</Link> receives events from the time it is created.
        </EmptyState>
      ) : null}
      {data?.length ? (
        <ul className="dc-rows" aria-label="Deliveries">
          {data.map((row) => (
            <li key={row.id}>
              <div className="dc-row-main">
                <code>{row.event}</code> <span className="p-quiet">{row.record_id}</span>{' '}
                <Tag tone={states[row.state][0]}>{states[row.state][1]}</Tag>
                <div className="dc-row-more">
                  <span>{row._labels?.['webhook_id']}</span>
                  {row.error ? <span className="dc-refused">{row.error}</span> : null}
                </div>
              </div>
              <dl className="dc-facts">
                <div>
                  <dt>Created</dt>
                  <dd>
                    <Time at={row.created_at} />
                  </dd>
                </div>
                <div>
                  <dt>Attempts</dt>
                  <dd>
                    {row.attempts}
                    {row.answer_status ? ` · ${row.answer_status}` : ''}
                    {row.took_ms === null ? '' : ` · ${row.took_ms} ms`}
                  </dd>
                </div>
              </dl>
              {mayReplay ? (
                <button
                  type="button"
                  className="p-chip"
                  onClick={() => void replay(row)}
                  aria-label={`Send ${row.event} of ${row.record_id} again`}
                >
                  <Icon name="refresh" size={14} /> Send again
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </DocsFrame>
  );
}
