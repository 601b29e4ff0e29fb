import { Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import type { ChartKind, ReportTable, ShownChart } from '../../schemas/kit/report';
import { ChartBars } from './chart-bars';
import { ChartCalendar } from './chart-calendar';
import { ChartFunnel } from './chart-funnel';
import { ChartLine } from './chart-line';
import { ChartNumbers } from './chart-numbers';

const kindNames: Readonly<Record<ChartKind, string>> = { bars: 'By row', funnel: 'Funnel', line: 'Line', calendar: 'Calendar' };

/** The chart above the table, in the form that the reader chose; the same numbers stand in a table for those who cannot see it. */
export default function ReportChart({ chart, table }: { chart: ShownChart; table: ReportTable }): ReactNode {
  const [chosen, setChosen] = useState<ChartKind>();
  const kind = chosen && chart.kinds.includes(chosen) ? chosen : chart.kinds[0]!;
  const used = chart.parts.map((_, at) => at).filter((at) => chart.points.some(({ values }) => values[at]));
  if (!used.length && kind !== 'calendar') return null;
  const shown = kind === 'line' ? chart.parts.map((_, at) => at) : used;
  return (
    <figure className="rp-chart" aria-label={chart.title}>
      <figcaption>
        <b>{chart.title}</b>
        {chart.kinds.length > 1 ? (
          <Segmented<ChartKind>
            size="small"
            aria-label="Chart"
            value={kind}
            options={chart.kinds.map((one) => ({ value: one, label: kindNames[one] }))}
            onChange={setChosen}
          />
        ) : null}
        {(kind === 'bars' || kind === 'line') && chart.parts[0]?.key !== '' ? (
          <span className="rp-legend" aria-hidden="true">
            {shown.map((at, place) => (
              <span key={chart.parts[at]!.key}>
                <i className={kind === 'line' ? `rp-part rp-line-${place}` : `rp-part rp-part-${place % 10}`} />{' '}
                {chart.parts[at]!.title}
              </span>
            ))}
          </span>
        ) : null}
      </figcaption>
      {kind === 'bars' ? <ChartBars chart={chart} places={used} /> : null}
      {kind === 'line' ? <ChartLine chart={chart} /> : null}
      {kind === 'calendar' ? <ChartCalendar chart={chart} table={table} /> : null}
      {kind === 'funnel' ? <ChartFunnel table={table} /> : null}
      {kind === 'bars' || kind === 'line' ? <ChartNumbers chart={chart} places={shown} /> : null}
    </figure>
  );
}
