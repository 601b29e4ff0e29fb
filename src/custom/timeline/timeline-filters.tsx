import { Button, Select } from 'antd';
import { manifest } from 'virtual:manifest';
import { useState, type ReactNode } from 'react';
import { useTenantConfig } from '../../providers/calls/lead-calls';
import { reporting, useCall } from '../../providers/calls/use-call';
import { usersBySpecificRoles } from '../../schemas/calls/session';
import { timelineActions, type TimelineAction } from '../../schemas/calls/timeline';
import { DateRange } from '../../ui/time/date-range';
import { today, type Days } from '../../ui/time/day-presets';
import { toasts } from '../../ui/toasts/toasts';
import { keyText } from './data-text';
import type { Search } from './read-pages';

const afterReset = 10;
const usersFailed = reporting(() => toasts.warning('Error in fetching users'));

/** Dates, properties, users, table, action; nothing is requested before Search or Reset. */
export function TimelineFilters({ first, onSearch }: { first: Search; onSearch: (search: Search) => void }): ReactNode {
  const [days, setDays] = useState<Days>(first.days);
  const [users, setUsers] = useState<readonly string[]>(first.users);
  const [table, setTable] = useState(first.table);
  const [action, setAction] = useState(first.action);
  const [limit, setLimit] = useState(first.limit);
  const { data: choices = [] } = useCall(
    usersBySpecificRoles,
    { flag: true },
    { staleTime: 5 * 60_000, retry: false, around: usersFailed },
  );
  const oneDay = useTenantConfig().data?.timeline_single_date === true; // D-085
  return (
    <div className="p-timeline-filters" role="search">
      <DateRange
        value={days}
        onChange={(chosen) => {
          const isRange = oneDay && chosen[0] !== chosen[1];
          if (isRange) toasts.warning('Please select only one date.');
          setDays(isRange ? [today(), today()] : chosen);
        }}
      />
      <Select
        className="p-timeline-pick"
        aria-label="Select Properties"
        placeholder="Select Properties"
        options={[{ value: '', label: '' }]}
      />
      <Select
        className="p-timeline-pick"
        mode="multiple"
        aria-label="Select User"
        placeholder="Select User"
        optionFilterProp="label"
        maxTagCount={5}
        maxTagPlaceholder={(rest) => `+${rest.length}`}
        value={[...users]}
        onChange={setUsers}
        options={choices.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Select<string>
        className="p-timeline-pick"
        aria-label="Select Table"
        placeholder="Select Table"
        showSearch={{ optionFilterProp: 'label' }}
        allowClear
        value={table ?? null}
        onChange={(chosen: string | undefined) => setTable(chosen)}
        options={tables()}
      />
      <Select<TimelineAction>
        className="p-timeline-pick"
        aria-label="Select Action"
        placeholder="Select Action"
        allowClear
        value={action ?? null}
        onChange={(chosen: TimelineAction | undefined) => setAction(chosen)}
        options={timelineActions.map((value) => ({ value, label: keyText(value) }))}
      />
      <Button type="primary" onClick={() => onSearch({ days, users, table, action, limit })}>
        Search
      </Button>
      <Button
        onClick={() => {
          const reset: Search = { days: [today(), today()], users: [], limit: afterReset };
          setDays(reset.days);
          setUsers(reset.users);
          setTable(undefined);
          setAction(undefined);
          setLimit(afterReset);
          onSearch(reset);
        }}
      >
        Reset
      </Button>
    </div>
  );
}

/** Tables with a menu entry, by their titles. */
const tables = (): { value: string; label: string }[] =>
  manifest
    .filter(({ menu }) => menu)
    .map(({ name, label }) => ({ value: name.replaceAll('-', '_'), label }))
    .sort((one, other) => one.label.localeCompare(other.label));
