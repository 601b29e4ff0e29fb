import { Button, Select } from 'antd';
import { manifest } from 'virtual:manifest';
import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { useTenantConfig } from '../../providers/calls/lead-calls';
import { reporting, useCall } from '../../providers/calls/use-call';
import { usersBySpecificRoles } from '../../schemas/calls/session';
import { timelineActions, type TimelineAction } from '../../schemas/calls/timeline';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { DateRange } from '../../ui/time/date-range';
import { today } from '../../ui/time/today';
import { toasts } from '../../ui/toasts/toasts';
import { keyText } from './data-text';
import type { Search } from './read-pages';

const afterReset = 10;
const usersFailed = reporting(() => toasts.warning('Error in fetching users'));

/** Dates, properties, users, table, action; nothing is requested before Search or Reset. */
export function TimelineFilters({ first, onSearch }: { first: Search; onSearch: (search: Search) => void }): ReactNode {
  const form = useScreenForm<Search>({ values: first, save: async (search) => onSearch(search) });
  const { control } = form;
  const { data: choices = [] } = useCall(
    usersBySpecificRoles,
    { flag: true },
    { staleTime: 5 * 60_000, retry: false, around: usersFailed },
  );
  const oneDay = useTenantConfig().data?.timeline_single_date === true; // D-085
  return (
    <search>
      <FormFrame form={form} className="p-timeline-filters">
        <Controller
          control={control}
          name="days"
          render={({ field: { value, onChange } }) => (
            <DateRange
              value={value}
              onChange={(chosen) => {
                const isRange = oneDay && chosen[0] !== chosen[1];
                if (isRange) toasts.warning('Please select only one date.');
                onChange(isRange ? [today(), today()] : chosen);
              }}
            />
          )}
        />
        <Select
          className="p-timeline-pick"
          aria-label="Select Properties"
          placeholder="Select Properties"
          options={[{ value: '', label: '' }]}
        />
        <Controller
          control={control}
          name="users"
          render={({ field: { value, onChange } }) => (
            <Select
              className="p-timeline-pick"
              mode="multiple"
              aria-label="Select User"
              placeholder="Select User"
              optionFilterProp="label"
              maxTagCount={5}
              maxTagPlaceholder={(rest) => `+${rest.length}`}
              value={[...value]}
              onChange={onChange}
              options={choices.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        />
        <Controller
          control={control}
          name="table"
          render={({ field: { value, onChange } }) => (
            <Select<string>
              className="p-timeline-pick"
              aria-label="Select Table"
              placeholder="Select Table"
              showSearch={{ optionFilterProp: 'label' }}
              allowClear
              value={value ?? null}
              onChange={onChange}
              options={tables()}
            />
          )}
        />
        <Controller
          control={control}
          name="action"
          render={({ field: { value, onChange } }) => (
            <Select<TimelineAction>
              className="p-timeline-pick"
              aria-label="Select Action"
              placeholder="Select Action"
              allowClear
              value={value ?? null}
              onChange={onChange}
              options={timelineActions.map((one) => ({ value: one, label: keyText(one) }))}
            />
          )}
        />
        <Button type="primary" htmlType="submit">
          Search
        </Button>
        <Button
          onClick={() => {
            const reset: Search = { days: [today(), today()], users: [], table: undefined, action: undefined, limit: afterReset };
            form.reset(reset);
            onSearch(reset);
          }}
        >
          Reset
        </Button>
      </FormFrame>
    </search>
  );
}

/** Tables with a menu entry, by their titles. */
const tables = (): { value: string; label: string }[] =>
  manifest
    .filter(({ menu }) => menu)
    .map(({ name, label }) => ({ value: name.replaceAll('-', '_'), label }))
    .sort((one, other) => one.label.localeCompare(other.label));
