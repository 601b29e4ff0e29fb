import { Select } from 'antd';
import type { ReactNode } from 'react';
import { dimensionOf, isDimension, type Dimension } from '../../schemas/kit/dimensions';
import type { ReportTable, ReportTab } from '../../schemas/kit/report';
import type { ChangeReport, ReportState } from './report-state';
import { canShare, shares } from './table-shares';

/** What always has one value, such as the date that the range is about, and whether numbers are shown as shares. */
export function ReportChoices({
  tab: { always = {} },
  table,
  state,
  change,
}: {
  tab: ReportTab;
  table: ReportTable | undefined;
  state: ReportState;
  change: ChangeReport;
}): ReactNode {
  return (
    <>
      {Object.entries(always).map(([id, usual]) => {
        if (!isDimension(id)) return null;
        const { label, choices = {} }: Dimension = dimensionOf(id);
        return (
          <Select<string>
            key={id}
            aria-label={label}
            className="rp-rows"
            prefix={<span className="p-quiet">{label}</span>}
            value={state.values[id]?.[0] ?? usual[0] ?? null}
            options={Object.entries(choices).map(([value, title]) => ({ value, label: title }))}
            onChange={(value) => change({ values: { ...state.values, [id]: [value] } })}
          />
        );
      })}
      {table && canShare(table) ? (
        <Select
          aria-label="Show"
          className="rp-rows"
          prefix={<span className="p-quiet">Show</span>}
          value={state.share}
          options={Object.entries(shares).map(([value, label]) => ({ value, label }))}
          onChange={(share) => change({ share })}
        />
      ) : null}
    </>
  );
}
