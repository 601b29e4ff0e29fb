import { DatePicker, Select, Switch } from 'antd';
import dayjs from 'dayjs';
import { useState, type ReactNode } from 'react';
import type { DimensionId } from '../../schemas/kit/dimensions';
import { acrossOf, daysOfTab, rowsOfTab, type ReportSpec } from '../../schemas/kit/report';
import { latestDay } from '../../schemas/kit/report-range';
import { Icon } from '../../ui/marks/icon';
import { MenuButton } from '../../ui/actions/menu-button';
import { DateRange } from '../../ui/time/date-range';
import { today } from '../../ui/time/today';
import { withEntity } from './entity-word';
import { filterTitle, ReportFilter } from './report-filter';
import { tabOf, type ChangeReport, type ReportState } from './report-state';
import '../../ui/time/monday-first';

/** Days, rows, filters and switches of a report in one line; what is chosen is in the address. */
export function ReportBar({
  spec,
  state,
  change,
  entity,
  choices,
}: {
  spec: ReportSpec;
  state: ReportState;
  change: ChangeReport;
  entity: string;
  /** What this report lets its reader choose besides. */
  choices?: ReactNode;
}): ReactNode {
  const [added, setAdded] = useState<readonly DimensionId[]>([]);
  const shown = spec.filters.filter((id) => state.values[id]?.length || added.includes(id));
  const more = spec.filters.filter((id) => !shown.includes(id));
  const set = (id: DimensionId, texts: readonly string[]): void => {
    const { [id]: _before, ...others } = state.values;
    change({ values: texts.length ? { ...others, [id]: texts } : others });
  };
  const tab = tabOf(spec, state.tab);
  const days = daysOfTab(spec, tab);
  const rows = rowsOfTab(spec, tab);
  const across = acrossOf(tab);
  const reset = (): void => {
    setAdded([]);
    change({ values: {}, inactive: false });
  };
  return (
    <div className="rp-bar">
      <Days spec={spec} state={state} change={change} />
      {rows.length > 1 && !tab.list ? (
        <Select
          aria-label="Rows"
          className="rp-rows"
          prefix={<span className="p-quiet">Rows</span>}
          value={state.groupBy}
          options={rows.map(({ id, label }) => ({ value: id, label: withEntity(label, entity) }))}
          onChange={(groupBy) => change({ groupBy, sort: '' })}
        />
      ) : null}
      {across.length ? (
        <Select
          aria-label="Columns"
          className="rp-rows"
          prefix={<span className="p-quiet">Columns</span>}
          value={state.across}
          options={across.map((id) => ({ value: id, label: filterTitle(id, entity) }))}
          onChange={(id) => change({ across: id, sort: '' })}
        />
      ) : null}
      {choices}
      {shown.map((id) => (
        <ReportFilter
          key={id}
          id={id}
          entity={entity}
          value={state.values[id] ?? []}
          onChange={(texts) => set(id, texts)}
          onRemove={() => {
            setAdded(added.filter((one) => one !== id));
            set(id, []);
          }}
        />
      ))}
      {more.length ? (
        <MenuButton
          label="Add filter"
          className="p-chip p-dashed"
          choices={more.map((id) => ({ label: filterTitle(id, entity), choose: () => setAdded([...added, id]) }))}
        >
          <Icon name="filter" size={14} /> Add filter
        </MenuButton>
      ) : null}
      {shown.length ? (
        <button type="button" className="p-link" onClick={reset}>
          Reset
        </button>
      ) : null}
      <span className="rp-switches">
        {days === 'now' || tab.list ? null : (
          <Labelled label="Compare with previous period" on={state.compare} onChange={(compare) => change({ compare })} />
        )}
        {rows.some(({ levels }) => levels.includes('user')) && !tab.list ? (
          <Labelled label="Inactive users" on={state.inactive} onChange={(inactive) => change({ inactive })} />
        ) : null}
        {tab.list ? null : <Labelled label="Heat" on={state.heat} onChange={(heat) => change({ heat })} />}
      </span>
    </div>
  );
}

/** One day, or a range; none where the numbers are those of now. */
function Days({ spec, state, change }: { spec: ReportSpec; state: ReportState; change: ChangeReport }): ReactNode {
  const days = daysOfTab(spec, tabOf(spec, state.tab));
  const latest = latestDay(spec, today());
  if (days === 'now') return null;
  return days === 'one' ? (
    <DatePicker
      aria-label="Date"
      allowClear={false}
      format="D MMM YYYY"
      value={dayjs(state.from)}
      maxDate={dayjs(today())}
      {...(spec.back === undefined ? {} : { minDate: dayjs(today()).subtract(spec.back, 'day') })}
      onChange={(day) => {
        const text = dayjs(day).format('YYYY-MM-DD');
        change({ from: text, to: text });
      }}
    />
  ) : (
    <DateRange value={[state.from, state.to]} latest={latest} onChange={([from, to]) => change({ from, to })} />
  );
}

function Labelled({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }): ReactNode {
  return (
    <label className="rp-switch">
      <Switch size="small" checked={on} onChange={onChange} /> {label}
    </label>
  );
}
