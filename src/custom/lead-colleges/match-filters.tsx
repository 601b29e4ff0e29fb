import { Checkbox, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { useCall } from '../../providers/calls/use-call';
import { collegeMatchChoices } from '../../schemas/calls/lead-colleges';
import { matchFilterNames, type MatchFilter } from './match-filter';

const eligibility = [
  { value: 'yes', label: 'Eligible' },
  { value: 'not_no', label: 'Not ruled out' },
];

/** Stream, course, city, fees, eligibility, exam, hostel, partners. Another stream forgets the course. */
export function MatchFilters({ filter, change }: { filter: MatchFilter; change: (to: MatchFilter) => void }): ReactNode {
  const { data, isPending } = useCall(collegeMatchChoices, {}, { staleTime: 60_000, retry: false });
  const courses = (data?.courses ?? []).filter(({ stream_id: stream }) => !filter.stream || stream === filter.stream);
  const pick = <T extends string | number>(
    name: 'stream' | 'course' | 'city' | 'exam' | 'eligible',
    label: string,
    options: { value: T; label: string }[],
  ): ReactNode => (
    <Select<T | null>
      aria-label={label}
      placeholder={label}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={isPending && name !== 'eligible'}
      popupMatchSelectWidth={false}
      value={options.find(({ value }) => String(value) === filter[name])?.value ?? null}
      options={options}
      onChange={(value) => {
        const text = value === null || value === undefined ? '' : String(value);
        change({ ...filter, [name]: text, ...(name === 'stream' ? { course: '' } : {}) });
      }}
    />
  );
  const fee = (name: 'fee_from' | 'fee_to', label: string): ReactNode => (
    <InputNumber<number>
      aria-label={label}
      placeholder={label}
      min={0}
      step={10_000}
      controls={false}
      prefix="₹"
      value={filter[name] ? Number(filter[name]) : null}
      onChange={(value) => change({ ...filter, [name]: value === null ? '' : String(value) })}
    />
  );
  const tick = (name: 'hostel' | 'partner', label: string): ReactNode => (
    <Checkbox
      checked={filter[name] === 'true'}
      onChange={({ target }) => change({ ...filter, [name]: target.checked ? 'true' : '' })}
    >
      {label}
    </Checkbox>
  );
  const named = <T,>(list: readonly { readonly id: T; readonly name: string }[] | undefined): { value: T; label: string }[] =>
    (list ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="lc-filters" role="group" aria-label="Filters">
      {pick('stream', 'Stream', named(data?.streams))}
      {pick('course', 'Course', named(courses))}
      {pick('city', 'City', named(data?.cities))}
      {pick('eligible', 'Eligibility', eligibility)}
      {pick(
        'exam',
        'Exam',
        (data?.exams ?? []).map((exam) => ({ value: exam, label: exam })),
      )}
      {fee('fee_from', 'Fee from')}
      {fee('fee_to', 'Fee to')}
      {tick('hostel', 'Hostel')}
      {tick('partner', 'Partners only')}
      {matchFilterNames.some((name) => filter[name]) ? (
        <button type="button" className="p-link" onClick={() => change({})}>
          Clear
        </button>
      ) : null}
    </div>
  );
}
