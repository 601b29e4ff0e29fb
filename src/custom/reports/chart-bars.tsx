import type { ReactNode } from 'react';
import type { ShownChart } from '../../schemas/kit/report';
import { numberText } from '../../resources/board/number-text';

/** Pixels of the highest bar. */
const barHeight = 72;

/** Stacked bars, one for each row. */
export function ChartBars({ chart, places }: { chart: ShownChart; places: readonly number[] }): ReactNode {
  const totals = chart.points.map(({ values }) => values.reduce<number>((sum, one) => sum + (one ?? 0), 0));
  const most = Math.max(...totals, 1);
  return (
    <div className="rp-bars" aria-hidden="true">
      {chart.points.map(({ title, values }, point) => (
        <div key={`${title}-${point}`} className="rp-column" title={tipOf(chart, title, values)}>
          <span className="rp-sum">{numberText(totals[point], chart.unit)}</span>
          <span className="rp-stack" style={{ height: `${Math.round(((totals[point] ?? 0) / most) * barHeight)}px` }}>
            {places.map((at, part) =>
              values[at] ? <i key={at} className={`rp-part-${part % 10}`} style={{ flexGrow: values[at] ?? 0 }} /> : null,
            )}
          </span>
          <span className="rp-name">{title}</span>
        </div>
      ))}
    </div>
  );
}

const tipOf = ({ parts, unit }: ShownChart, title: string, values: readonly (number | null)[]): string =>
  [title, ...parts.flatMap((part, at) => (values[at] ? [`${part.title}: ${numberText(values[at], unit)}`] : []))].join('\n');
