import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../context/services';

export interface Counters {
  /** By 'METHOD route status'. */
  readonly requests: Map<string, { count: number; seconds: number }>;
}

/** How often the event loop is measured; a reported delay includes this interval. */
const samplesMs = 20;

/** /healthz: the process runs. /readyz: it can serve. /metrics: figures for an operator, not for the public address. */
export function registerHealth(app: FastifyInstance, services: Services, counters: Counters, isClosing: () => boolean): void {
  const delay = monitorEventLoopDelay({ resolution: samplesMs });
  delay.enable();
  app.addHook('onClose', async () => void delay.disable());

  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (isClosing()) return reply.code(503).send({ status: 'closing' });
    try {
      await services.store.ping();
      return { status: 'ready' };
    } catch {
      return reply.code(503).send({ status: 'database not reachable' });
    }
  });
  app.get('/metrics', (request, reply) => {
    if (!isPrivate(request.socket.remoteAddress ?? '') || request.headers['x-forwarded-for'])
      return reply.code(404).send({ code: 404, message: 'Nothing was found at this address.' });
    const text = metricsText(counters, { p99: delay.percentile(99) / 1e9, max: delay.max / 1e9 });
    delay.reset(); // each reading covers the time since the previous one
    return reply.type('text/plain; version=0.0.4').send(text);
  });
}

function metricsText(counters: Counters, loop: { readonly p99: number; readonly max: number }): string {
  const memory = process.memoryUsage();
  const lines = [
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${memory.rss}`,
    '# TYPE nodejs_heap_used_bytes gauge',
    `nodejs_heap_used_bytes ${memory.heapUsed}`,
    '# TYPE nodejs_eventloop_delay_p99_seconds gauge',
    `nodejs_eventloop_delay_p99_seconds ${seconds(loop.p99)}`,
    '# TYPE nodejs_eventloop_delay_max_seconds gauge',
    `nodejs_eventloop_delay_max_seconds ${seconds(loop.max)}`,
    '# TYPE process_uptime_seconds counter',
    `process_uptime_seconds ${process.uptime().toFixed(1)}`,
    '# TYPE http_request_duration_seconds summary',
  ];
  for (const [key, { count, seconds }] of counters.requests) {
    const [method, route, status] = key.split(' ');
    const labels = `{method="${method}",route="${route}",status="${status}"}`;
    lines.push(
      `http_request_duration_seconds_count${labels} ${count}`,
      `http_request_duration_seconds_sum${labels} ${seconds.toFixed(4)}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

const seconds = (value: number): string => (Number.isFinite(value) ? value.toFixed(6) : '0');

function isPrivate(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  return /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(plain) || plain === '::1' || /^f[cd]/i.test(plain);
}
