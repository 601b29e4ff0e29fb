import { Select } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { listOf } from '../../../providers/calls/records';
import { useCall } from '../../../providers/calls/use-call';
import { leadRecords } from '../../../schemas/kit/named-resources';
import type { leads } from '../../../schemas/leads/leads';
import { leadName } from '../lead-text';
import { phoneText } from '../../../schemas/kit/phone-text';

/** Finds a lead by name, phone or email. */
export function LeadSearch({
  not,
  isFirst,
  onAdd,
}: {
  not: readonly string[];
  /** There is nothing else to do yet. */
  isFirst: boolean;
  onAdd: (lead: { readonly id: string; readonly name: string }) => void;
}): ReactNode {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), 250);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useCall(
    listOf<typeof leads>(leadRecords),
    { q: search, _start: 0, _end: 10 },
    { enabled: search.length > 1, retry: false },
  );
  return (
    <Select
      showSearch
      autoFocus={isFirst}
      className="mg-search"
      aria-label="Lead to compare with"
      placeholder={isFirst ? 'Name, phone or email' : 'Add another lead: name, phone or email'}
      filterOption={false}
      value={null}
      onSearch={setTyped}
      onChange={(id: string | null) => {
        const lead = (found.data ?? []).find((one) => String(one.id) === id);
        if (lead) onAdd({ id: String(lead.id), name: leadName(lead) });
      }}
      loading={found.isFetching}
      notFoundContent={search.length > 1 && !found.isFetching ? 'No lead found' : 'Type at least 2 letters'}
      options={(found.data ?? [])
        .filter((lead) => !not.includes(String(lead.id)))
        .map((lead) => ({ value: String(lead.id), label: `${leadName(lead)} · ${phoneText(lead.phone)}` }))}
    />
  );
}
