import type { ReactNode } from 'react';
import type { ShownChart } from '../../schemas/kit/report';
import { numberText } from '../../resources/board/number-text';

/** Pixels of the highest bar. */
const barHeight = 72;

/** Stacked bars, one for each row; the same numbers are in a table for those who cannot see them. */
export default function ReportChart({ chart }: { chart: ShownChart }): ReactNode {
  const totals = chart.points.map(({ values }) => values.reduce((sum, one) => sum + one, 0));
  const most = Math.max(...totals, 1);
  const parts = chart.parts.filter((_, at) => chart.points.some(({ values }) => values[at]));
  const places = parts.map((part) => chart.parts.indexOf(part));
  if (Math.max(...totals) === 0) return null;
  return (
    <figure className="rp-chart" aria-label={chart.title}>
      <figcaption>
        <b>{chart.title}</b>
        <span className="rp-legend" aria-hidden="true">
          {parts.map(({ key, title }, at) => (
            <span key={key}>
              <i className={`rp-part rp-part-${at % 8}`} /> {title}
            </span>
          ))}
        </span>
      </figcaption>
      <div className="rp-bars" aria-hidden="true">
        {chart.points.map(({ title, values }, point) => (
          <div key={`${title}-${point}`} className="rp-column" title={tipOf(chart, title, values)}>
            <span className="rp-sum">{numberText(totals[point], chart.unit)}</span>
            <span className="rp-stack" style={{ height: `${Math.round(((totals[point] ?? 0) / most) * barHeight)}px` }}>
              {places.map((at, part) =>
                values[at] ? <i key={at} className={`rp-part-${part % 8}`} style={{ flexGrow: values[at] }} /> : null,
              )}
            </span>
            <span className="rp-name">{title}</span>
          </div>
        ))}
      </div>
      <table className="p-visually-hidden">
        <caption>{chart.title}</caption>
        <thead>
          <tr>
            <th />
            {parts.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {chart.points.map(({ title, values }, point) => (
            <tr key={`${title}-${point}`}>
              <th scope="row">{title}</th>
              {places.map((at) => (
                <td key={at}>{numberText(values[at], chart.unit)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

const tipOf = ({ parts, unit }: ShownChart, title: string, values: readonly number[]): string =>
  [title, ...parts.flatMap((part, at) => (values[at] ? [`${part.title}: ${numberText(values[at], unit)}`] : []))].join('\n');
