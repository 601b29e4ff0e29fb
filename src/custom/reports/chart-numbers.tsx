import type { ReactNode } from 'react';
import type { ShownChart } from '../../schemas/kit/report';
import { numberText } from '../../resources/board/number-text';

/** The numbers of a chart as a table, for a screen reader. A hidden table would still be as wide as its cells. */
export function ChartNumbers({ chart, places }: { chart: ShownChart; places: readonly number[] }): ReactNode {
  return (
    <div className="p-visually-hidden">
      <table>
        <caption>{chart.title}</caption>
        <thead>
          <tr>
            <td />
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
    </div>
  );
}
