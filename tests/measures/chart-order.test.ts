import { expect, it } from 'vitest';
import type { ReportChart } from '../../src/schemas/kit/report';
import { shownChart, type ChartCounts } from '../../server/reports/report-chart';

it('bars are the longest first, and those of one length in the order of their names, however they were found', () => {
  const numbers: Readonly<Record<string, number>> = { Delhi: 3, Agra: 3, Pune: 7, Kochi: 3, Bhopal: 0 };
  const chart: ReportChart = { title: 'Cities', over: 'city', measure: 'L1' };
  const counts = {
    number: (_column: unknown, [key]: readonly (string | null)[]) => ({ value: numbers[key ?? ''] ?? null }),
    paths: [],
    keys: () => [],
  };
  const names = {
    of: (_id: unknown, key: string | null) => key ?? 'None',
    inOrder: (_id: unknown, keys: readonly (string | null)[]) => [...keys].toSorted(),
  };
  const days = { from: '2026-01-01', to: '2026-01-31', previous: { from: '2025-12-01', to: '2025-12-31' } };
  for (const found of [Object.keys(numbers), Object.keys(numbers).toReversed()]) {
    const charted: ChartCounts = {
      counts,
      previous: undefined,
      paths: found.map((key) => [key]),
      column: { measure: 'L1' },
      over: 'city',
      days,
      until: undefined,
    };
    expect(shownChart(chart, charted, names).points.map(({ title }) => title)).toEqual([
      'Pune',
      'Agra',
      'Delhi',
      'Kochi',
      'Bhopal',
    ]);
  }
});
