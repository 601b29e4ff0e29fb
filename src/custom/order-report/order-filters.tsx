import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useMayDo } from '../../providers/rights';
import { useSession } from '../../providers/session/session';
import { applicationStates } from '../../schemas/kit/asked-values';
import { humanize } from '../../schemas/kit/resource';
import { ColleaguesSelect } from '../../ui/fields/colleague-select';
import { ReferenceSelect } from '../../ui/fields/reference-select';

/** The filters over what an order belongs to, by their names in the address and on the wire. */
export const orderFilters = [
  'form_id',
  'clg_id',
  'course_id',
  'owner_id',
  'source_id',
  'method',
  'application_state',
  'progress_from',
  'progress_to',
] as const;
export type OrderFilter = (typeof orderFilters)[number];
export type OrderFilterValues = { readonly [name in OrderFilter]?: string | undefined };

export function readFilters(address: URLSearchParams): OrderFilterValues {
  const values: { [name in OrderFilter]?: string } = {};
  for (const name of orderFilters) {
    const text = address.get(name);
    if (text) values[name] = text;
  }
  return values;
}

const methods = ['upi', 'card', 'netbanking', 'wallet', 'cash', 'bank_transfer'];
const methodNames: Readonly<Record<string, string>> = { upi: 'UPI', netbanking: 'Net banking' };
/** Spans of the form's progress, as '{from}-{to}'. */
const progress = {
  '0-24': 'Under 25 %',
  '25-49': '25 to 49 %',
  '50-74': '50 to 74 %',
  '75-99': '75 to 99 %',
  '100-100': 'Complete',
};

export function OrderFilters({
  values,
  onChange,
}: {
  values: OrderFilterValues;
  onChange: (values: OrderFilterValues) => void;
}): ReactNode {
  const entity = useSession()?.persisted.tenant.entity_name ?? 'College';
  const chosen = (name: OrderFilter): string[] => values[name]?.split(',') ?? [];
  const set = (name: OrderFilter) => (next: unknown) => {
    const texts = [next ?? []].flat().map(String);
    onChange({ ...values, [name]: texts.length ? texts.join(',') : undefined });
  };
  const several = (name: OrderFilter, title: string, all: readonly string[]): ReactNode => (
    <span className="or-filter">
      <Select<string[]>
        aria-label={title}
        placeholder={title}
        mode="multiple"
        maxTagCount="responsive"
        allowClear
        value={chosen(name)}
        options={all.map((value) => ({ value, label: methodNames[value] ?? humanize(value) }))}
        onChange={set(name)}
      />
    </span>
  );
  const { progress_from: from, progress_to: to } = values;
  const isChosen = orderFilters.some((name) => values[name]);
  return (
    <div className="or-filters" role="group" aria-label="Application and lead">
      <Records of="forms" title="Form" value={chosen('form_id')} onChange={set('form_id')} />
      <Records of="colleges" title={entity} value={chosen('clg_id')} onChange={set('clg_id')} />
      <Records of="courses" title="Course" value={chosen('course_id')} onChange={set('course_id')} />
      <span className="or-filter">
        <ColleaguesSelect
          aria-label="Lead owner"
          placeholder="Lead owner"
          value={chosen('owner_id')}
          onChange={set('owner_id')}
        />
      </span>
      <Records of="lead-sources" title="Source" value={chosen('source_id')} onChange={set('source_id')} />
      {several('method', 'Method', methods)}
      {several('application_state', 'Application stage', applicationStates)}
      <span className="or-filter">
        <Select<string>
          aria-label="Form progress"
          placeholder="Form progress"
          allowClear
          {...(from && to ? { value: `${from}-${to}` } : {})}
          options={Object.entries(progress).map(([value, label]) => ({ value, label }))}
          onChange={(span?: string) => {
            const [least, most] = span?.split('-') ?? [];
            onChange({ ...values, progress_from: least, progress_to: most });
          }}
        />
      </span>
      {isChosen ? (
        <button type="button" className="p-link" onClick={() => onChange({})}>
          Reset
        </button>
      ) : null}
    </div>
  );
}

/** Records of a catalogue, for those who may list them. */
function Records({
  of,
  title,
  value,
  onChange,
}: {
  of: 'forms' | 'colleges' | 'courses' | 'lead-sources';
  title: string;
  value: readonly string[];
  onChange: (next: unknown) => void;
}): ReactNode {
  const may = useMayDo(of);
  if (!may('list')) return null;
  return (
    <span className="or-filter">
      <ReferenceSelect
        aria-label={title}
        placeholder={title}
        resource={of}
        multiple
        value={of === 'colleges' ? value.map(Number) : [...value]}
        onChange={onChange}
      />
    </span>
  );
}
