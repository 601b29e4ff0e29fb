import autocannon from 'autocannon';
import { cpuOf, cpuOfPostgres } from './processes.mjs';

/**
 * CPU milliseconds per request of a process and the database, and latency at 32 connections. `url` and `body` may be functions of
 * a count.
 */
export const measuring =
  (database, seconds) =>
  async (name, pid, url, { headers = {}, method = 'GET', body, time = seconds } = {}) => {
    let count = 0;
    const { origin } = new URL(typeof url === 'string' ? url : url(0));
    const shot = (duration) =>
      autocannon({
        url: origin,
        method,
        duration,
        connections: 32,
        headers: { ...headers, 'content-type': 'application/json' },
        requests: [
          {
            setupRequest: (request) => {
              const { pathname, search } = new URL(typeof url === 'string' ? url : url(count));
              const sent = body ? { body: JSON.stringify(body(count)) } : {};
              count += 1;
              return { ...request, path: pathname + search, ...sent };
            },
          },
        ],
      });
    await shot(1);
    const before = cpuOf(pid) + cpuOfPostgres(database);
    const looking = setInterval(() => cpuOfPostgres(database), 100); // so that connections that end meanwhile are counted
    const run = await shot(time);
    clearInterval(looking);
    const cpu = ((cpuOf(pid) + cpuOfPostgres(database) - before) * 1000) / run.requests.total;
    if (run.non2xx || run.errors)
      throw new Error(`${name}: ${run.errors} errors, answers by status ${JSON.stringify(run.statusCodeStats)}`);
    console.log(
      `${name.padEnd(48)} ${String(Math.round(run.requests.average)).padStart(6)}/s  CPU ${cpu.toFixed(3)} ms  p50 ${run.latency.p50} ms  p99 ${run.latency.p99} ms`,
    );
    return { cpu, p50: Math.max(run.latency.p50, 1), p99: run.latency.p99 };
  };
