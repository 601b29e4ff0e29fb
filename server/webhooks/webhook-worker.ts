import type { Services } from '../context/services';
import { deliver } from './deliver';
import { findEvents } from './find-events';

export interface WebhookWorker {
  /** Ends after the running deliveries. */
  stop(): Promise<void>;
}
interface Due {
  readonly tenant_id: string;
  readonly id: string;
  readonly webhook_id: string;
}
const everyMs = 2000;
const webhooksAtOnce = 8;

/** Finds and delivers events every two seconds while the process runs; several processes share the work. */
export function startWebhookWorker(services: Services): WebhookWorker {
  const busy = new Map<string, Promise<void>>();
  let stopped = false;
  let timer: NodeJS.Timeout;
  let round = Promise.resolve();
  const look = (): void => {
    round = deliverDueEvents(services, busy)
      .catch((error: unknown) => services.log.error({ err: error }, 'events could not be looked up'))
      .then(() => {
        if (!stopped) timer = setTimeout(look, everyMs).unref();
      });
  };
  timer = setTimeout(look, everyMs).unref();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await round;
      await Promise.all(busy.values());
    },
  };
}

/** One round: new events become deliveries, due ones start. Each webhook has a queue of its own, so a slow one holds up nobody. */
export async function deliverDueEvents(services: Services, busy: Map<string, Promise<void>> = new Map()): Promise<void> {
  const { store } = services;
  for (const { tenant_id: tenantId } of await store.lookUp<{ tenant_id: string }>('webhook_tenants', []))
    await findEvents(services, tenantId);
  const queues = new Map<string, Due[]>();
  for (const due of await store.lookUp<Due>('due_deliveries', [200]))
    queues.set(due.webhook_id, [...(queues.get(due.webhook_id) ?? []), due]);
  for (const [webhook, queue] of queues) {
    if (busy.has(webhook) || busy.size >= webhooksAtOnce) continue;
    const work = drain(services, queue).finally(() => busy.delete(webhook));
    busy.set(webhook, work);
  }
}

async function drain(services: Services, queue: readonly Due[]): Promise<void> {
  for (const { tenant_id: tenantId, id } of queue) {
    try {
      if (!(await deliver(services, tenantId, id))) return;
    } catch (error) {
      services.log.error({ err: error, delivery: id }, 'a delivery could not be recorded');
      return;
    }
  }
}
