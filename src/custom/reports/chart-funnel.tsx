import { Link } from 'react-router-dom';
import type { ReactNode } from 'react';
import type { ReportTable } from '../../schemas/kit/report';
import { cellLink } from '../../resources/board/cell-links';
import { numberText } from '../../resources/board/number-text';

/** The totals of the columns of one measure in their order, each with its share of the first column: all that were counted. */
export function ChartFunnel({ table }: { table: ReportTable }): ReactNode {
  const measure = table.columns.find(({ by }) => by)?.measure;
  const steps = table.columns
    .map((column, at) => ({ column, value: Number(table.totals[at]?.value ?? 0) }))
    .filter(({ column }) => column.by && column.measure === measure);
  const first = table.columns.findIndex(({ by }) => !by);
  const whole = Number(table.totals[first]?.value ?? 0);
  const of = table.columns[first]?.title.toLowerCase() ?? '';
  const most = Math.max(...steps.map(({ value }) => value), 1);
  return (
    <ol className="rp-funnel">
      {steps.map(({ column, value }) => {
        const link = value ? cellLink(column, {}, table) : undefined;
        const text = numberText(value, column.unit);
        return (
          <li key={column.key}>
            <span className="p-cut">{column.title}</span>
            <span className="rp-step" aria-hidden="true">
              <i style={{ width: `${(value / most) * 100}%` }} />
            </span>
            <b>{link ? <Link to={link}>{text}</Link> : text}</b>
            <span className="p-quiet">{whole ? `${((value / whole) * 100).toFixed(1)} % of ${of}` : ''}</span>
          </li>
        );
      })}
    </ol>
  );
}
