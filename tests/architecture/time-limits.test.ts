import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** One in the options of a wait, or behind a test, a hook or a wait. Up to five seconds it is one try of several. */
const limits = /\btimeout: (?:[5-9][0-9]{3}|\d_\d{3}|[0-9_]{5,}|minutes)|^\s*\}, (?:[0-9_]{4,}|minutes|\d+ \* \w+)\);$/;

/** The day of the clock in UTC: from 18:30 UTC on it is yesterday where the tenants of the tests live. */
const utcDay = /(?:now\(\)|new Date\(\)|Date\.now\(\)[^)]*\))\.toISOString\(\)\.slice\(0, 10\)/;

it('no test takes the UTC day for the tenant’s: dayOf(now, zone) does not depend on the hour at which tests run', () => {
  expect(utcDay.test('const today = new Date().toISOString().slice(0, 10);')).toBe(true);
  expect(linesLike(utcDay)).toEqual([]);
});

it('no test has a time limit of its own: those of the two configurations end what hangs, and a busy machine breaks no test', () => {
  expect(linesLike(limits)).toEqual([]);
});

function linesLike(pattern: RegExp): string[] {
  const files = execFileSync('git', ['ls-files', 'tests'], { encoding: 'utf8' }).split('\n');
  return files
    .filter((path) => !path.endsWith('time-limits.test.ts'))
    .filter((path) => /\.(spec|test)\.tsx?$/.test(path) || /^tests\/(e2e|support|attack)\/.*\.ts$/.test(path))
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
    );
}
