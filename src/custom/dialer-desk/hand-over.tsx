import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { callWire } from '../../providers/call';
import { dialerColleagues, type Colleague } from '../../schemas/calls/dialer';

/** Chooses the colleague who takes the call over. Nobody on a break can be chosen. */
export function HandOver({ busy, onChoose }: { busy: boolean; onChoose: (userId: string) => void }): ReactNode {
  const [chosen, setChosen] = useState<string>();
  const { data, isError, isLoading } = useQuery({
    queryKey: ['dialer-colleagues'],
    queryFn: async ({ signal }) => (await callWire<readonly Colleague[]>(dialerColleagues, {}, { signal })).data,
    retry: false,
  });
  return (
    <div className="dd-transfer">
      <Select
        aria-label="Colleague"
        placeholder="Colleague"
        className="p-select"
        showSearch={{ optionFilterProp: 'label' }}
        loading={isLoading}
        notFoundContent={isLoading ? 'Loading…' : isError ? 'The list could not be loaded.' : 'Nobody else is here'}
        value={chosen ?? null}
        options={(data ?? []).map(({ id, name, away }) => ({
          value: id,
          label: away ? `${name} (on a break)` : name,
          disabled: away,
        }))}
        onChange={(id) => setChosen(id ?? undefined)}
      />
      <Button disabled={!chosen} loading={busy} onClick={() => chosen && onChoose(chosen)}>
        Hand over
      </Button>
    </div>
  );
}
