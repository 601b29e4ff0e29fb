import { Segmented, Select } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isOneOf } from '../../schemas/kit/is-one-of';
import { journeyTypes, type JourneyType } from '../../schemas/kit/lead-journey';
import { ColleagueSelect } from '../../ui/fields/colleague-select';

const groups = [
  { value: '', label: 'All' },
  { value: 'leads', label: 'Lead' },
  { value: 'call', label: 'Call' },
  { value: 'application', label: 'Application' },
] as const;
type Group = (typeof groups)[number]['value'];

const typeWords: Readonly<Record<JourneyType, string>> = {
  stage: 'Stages',
  call: 'Calls',
  message: 'Messages',
  note: 'Notes',
  follow_up: 'Follow-ups',
  enquiry: 'Enquiries',
  application: 'Applications and payments',
  meeting: 'Meetings',
  college: 'Colleges',
  change: 'Changes',
};

export interface JourneyFilter {
  readonly group: Group;
  readonly type: JourneyType | undefined;
  readonly person: string | undefined;
}

/** The filters, which are part of the address: `tag`, `type` and `person`. */
export function useJourneyFilter(): readonly [JourneyFilter, (change: Partial<JourneyFilter>) => void] {
  const [query, setQuery] = useSearchParams();
  const type = query.get('type') ?? '';
  const filter: JourneyFilter = {
    group: groups.find(({ value }) => value === query.get('tag'))?.value ?? '',
    type: isOneOf(types, type) ? type : undefined,
    person: query.get('person') || undefined,
  };
  const change = (to: Partial<JourneyFilter>): void => {
    const next = { ...filter, ...to };
    const kept = { tag: next.group, type: next.type ?? '', person: next.person ?? '' };
    setQuery(
      Object.entries(kept).filter(([, value]) => value),
      { replace: true },
    );
  };
  return [filter, change];
}
const types: readonly JourneyType[] = Object.keys(typeWords).filter((name): name is JourneyType => name in journeyTypes);

export function JourneyFilters({
  filter,
  change,
  count,
}: {
  filter: JourneyFilter;
  change: (to: Partial<JourneyFilter>) => void;
  /** '31 events'. */
  count: string;
}): ReactNode {
  return (
    <div className="lp-filter">
      <Segmented
        size="small"
        aria-label="Stage Tag"
        options={[...groups]}
        value={filter.group}
        onChange={(group) => change({ group, ...(group ? { type: undefined } : {}) })}
      />
      <Select<JourneyType | ''>
        size="small"
        className="lp-filter-type"
        aria-label="Type"
        prefix="Type"
        value={filter.type ?? ''}
        popupMatchSelectWidth={false}
        options={[{ value: '', label: 'Everything' }, ...types.map((value) => ({ value, label: typeWords[value] }))]}
        onChange={(type) => change({ type: type || undefined, ...(type ? { group: '' } : {}) })}
      />
      <span className="lp-filter-person">
        <ColleagueSelect
          aria-label="Person"
          size="small"
          prefix="Person"
          placeholder="Anyone"
          value={filter.person}
          onChange={(person) => change({ person })}
        />
      </span>
      <span className="p-quiet lp-filter-count">{count}</span>
    </div>
  );
}
