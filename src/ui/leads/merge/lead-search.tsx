import { Select } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { listOf } from '../../../providers/calls/records';
import { useCall } from '../../../providers/calls/use-call';
import { leadRecords } from '../../../schemas/kit/named-resources';
import type { leads } from '../../../schemas/leads/leads';
import { leadName } from '../lead-text';
import { phoneText } from '../phones';

/** Finds a lead by name, phone or email. */
export function LeadSearch({ not, value, onChange }: { not: string; value: string; onChange: (id: string) => void }): ReactNode {
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
      autoFocus
      className="mg-search"
      aria-label="Lead to compare with"
      placeholder="Name, phone or email"
      filterOption={false}
      value={value || undefined}
      onSearch={setTyped}
      onChange={(id: string) => onChange(id)}
      loading={found.isFetching}
      notFoundContent={search.length > 1 && !found.isFetching ? 'No lead found' : 'Type at least 2 letters'}
      options={(found.data ?? [])
        .filter((lead) => String(lead.id) !== not)
        .map((lead) => ({ value: String(lead.id), label: `${leadName(lead)} · ${phoneText(lead.phone)}` }))}
    />
  );
}
