import type { ReactNode } from 'react';
import type { ShownChart } from '../../schemas/kit/report';
import { numberText } from '../../resources/board/number-text';

/** The numbers of a chart as a table, for a screen reader. */
export function ChartNumbers({ chart, places }: { chart: ShownChart; places: readonly number[] }): ReactNode {
  return (
    <table className="p-visually-hidden">
      <caption>{chart.title}</caption>
      <thead>
        <tr>
          <th />
          {places.map((at) => (
            <th key={at} scope="col">
              {chart.parts[at]?.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {chart.points.map(({ title, value, values }) => (
          <tr key={value}>
            <th scope="row">{title}</th>
            {places.map((at) => (
              <td key={at}>{numberText(values[at], chart.unit)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
