import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

it('whatever shows a calendar of days begins its weeks on Monday', () => {
  const shown = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .map((path) => [path, readFileSync(`src/${path}`, 'utf8')] as const)
    .filter(([, text]) => /<(DatePicker|DatePicker\.RangePicker|RangePicker)\b(?![^>]*picker="month")/.test(text));
  expect(shown.length).toBeGreaterThan(2);
  expect(shown.filter(([, text]) => !text.includes("/monday-first'")).map(([path]) => path)).toEqual([]);
});
