/** CPU milliseconds of the page's main thread during some work, from Chromium's own trace. */
export async function mainThread(browser, page, work) {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'blink.user_timing'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const named = traceEvents.filter((one) => one.name === 'thread_name' && one.args?.name === 'CrRendererMain');
  const isTask = (one) => one.ph === 'X' && one.name.endsWith('RunTask') && one.tdur !== undefined;
  const byThread = named.map(({ pid, tid }) => traceEvents.filter((one) => one.pid === pid && one.tid === tid));
  const sum = (events) => events.filter(isTask).reduce((ms, one) => ms + one.tdur / 1000, 0);
  const events = byThread.sort((a, b) => sum(b) - sum(a))[0] ?? [];
  const tasks = events.filter(isTask).sort((a, b) => a.ts - b.ts);
  const presses = events
    .filter((one) => one.name === 'EventDispatch' && one.args?.data?.type === 'keydown')
    .map((one) => one.ts)
    .sort((a, b) => a - b);
  // Each task belongs to the previous key: handlers, drawing, layout.
  const keys = presses.map((at, i) =>
    sum(tasks.filter((one) => one.ts + one.dur >= at && one.ts + one.dur < (presses[i + 1] ?? Infinity))),
  );
  const parts = {};
  for (const one of events)
    if (
      one.tdur !== undefined &&
      [
        'FunctionCall',
        'Layout',
        'UpdateLayoutTree',
        'Paint',
        'PrePaint',
        'FireAnimationFrame',
        'RunMicrotasks',
        'EventDispatch',
        'TimerFire',
      ].includes(one.name)
    )
      parts[one.name] = (parts[one.name] ?? 0) + one.tdur / 1000;
  if (process.env.BENCH_PARTS) console.log(JSON.stringify(parts));
  /** The work from the first click to a mark of the page. */
  const until = (mark) => {
    const at = events.find((one) => one.name === mark && one.cat.includes('user_timing'))?.ts ?? Infinity;
    const from = events.find((one) => one.name === 'EventDispatch' && one.args?.data?.type === 'mousedown')?.ts ?? 0;
    return sum(tasks.filter((one) => one.ts + one.dur >= from && one.ts <= at));
  };
  return { busy: sum(tasks), until, tasks: tasks.map((one) => one.tdur / 1000), keys };
}

export const median = (numbers) => percentile(numbers, 50);
export function percentile(numbers, part) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * part) / 100))] ?? 0;
}
