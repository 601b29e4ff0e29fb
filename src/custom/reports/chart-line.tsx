import type { ReactNode } from 'react';
import type { ShownChart } from '../../schemas/kit/report';
import { numberText } from '../../resources/board/number-text';

/** Names below the line that have room next to each other. */
const mostTicks = 13;

/** A line for each part over hours or days: the first one full, the period before it dashed. */
export function ChartLine({ chart: { points, parts, unit } }: { chart: ShownChart }): ReactNode {
  const most = Math.max(...points.flatMap(({ values }) => values.map((value) => value ?? 0)), 1);
  const lineOf = (at: number): string =>
    points
      .flatMap(({ values }, place) => {
        const value = values[at];
        return value === null || value === undefined ? [] : [`${place + 0.5},${100 - (value / most) * 92}`];
      })
      .join(' ');
  const step = Math.ceil(points.length / mostTicks);
  return (
    <div className="rp-lines" aria-hidden="true">
      <span className="rp-most">{numberText(most, unit)}</span>
      <svg viewBox={`0 0 ${points.length} 100`} preserveAspectRatio="none">
        <line className="rp-grid" x1="0" x2={points.length} y1="8" y2="8" />
        <line className="rp-grid" x1="0" x2={points.length} y1="54" y2="54" />
        <line className="rp-grid" x1="0" x2={points.length} y1="100" y2="100" />
        {parts.map(({ key }, at) => (
          <polyline key={key} className={`rp-path-${at}`} points={lineOf(at)} />
        ))}
      </svg>
      <div className="rp-ticks">
        {points.map(({ title, value, values }, place) => (
          <span
            key={value}
            title={[title, ...parts.map((part, at) => `${part.title}: ${numberText(values[at], unit)}`)].join('\n')}
          >
            {place % step ? null : title}
          </span>
        ))}
      </div>
    </div>
  );
}
