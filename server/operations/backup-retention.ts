/** The time in a backup's name, as `npm run backup` gives it; undefined for any other name. */
export function timeOfBackup(name: string): number | undefined {
  const [, day, hour, minute, second] = /^prospectus-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/.exec(name) ?? [];
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? undefined : time;
}

/** The names to keep: the newest of each of the last 7 days, 4 weeks and 12 months that have one (TRUST-R18). */
export function backupsToKeep(names: readonly string[]): ReadonlySet<string> {
  const newestFirst = names
    .flatMap((name) => {
      const time = timeOfBackup(name);
      return time === undefined ? [] : [{ name, time }];
    })
    .toSorted((a, b) => b.time - a.time);
  const kept = new Set<string>();
  for (const [most, spanOf] of spans) {
    const seen = new Set<string>();
    for (const { name, time } of newestFirst) {
      const span = spanOf(time);
      if (seen.has(span) || seen.size >= most) continue;
      seen.add(span);
      kept.add(name);
    }
  }
  return kept;
}

const dayMs = 86_400_000;
const spans: readonly (readonly [number, (time: number) => string])[] = [
  [7, (time) => new Date(time).toISOString().slice(0, 10)],
  // 1970 began on a Thursday: weeks begin on Mondays.
  [4, (time) => String(Math.floor((time / dayMs + 3) / 7))],
  [12, (time) => new Date(time).toISOString().slice(0, 7)],
];
