import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../providers/calls/use-call';
import { useSession } from '../../providers/session/session';
import { colleagues } from '../../schemas/calls/colleagues';

interface Common {
  readonly id?: string;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly size?: 'small';
  readonly prefix?: string;
  readonly 'aria-label'?: string;
}
export interface ColleagueSelectProps extends Common {
  readonly value: string | undefined;
  /** The selected person's name as the server sent it, so that nothing has to load to show it. */
  readonly label?: string | undefined;
  /** For handing over a call: without the user, and without colleagues on a break. */
  readonly forCall?: boolean;
  readonly onChange: (id: string | undefined, name: string | undefined) => void;
}
/** Selects one colleague by name; needs no right to the list of users. */
export function ColleagueSelect({ value, label, forCall = false, onChange, ...common }: ColleagueSelectProps): ReactNode {
  const own = useSession()?.user.id;
  const { people, ...list } = useColleagues(value !== undefined && !label);
  const offered = forCall ? people.filter(({ id }) => id !== own) : people;
  const isUnlisted = value !== undefined && !people.some(({ id }) => id === value);
  return (
    <Select<string | null>
      {...common}
      {...list}
      value={value ?? null}
      options={[
        ...(isUnlisted ? [{ value, label: label ?? (list.loading ? '…' : 'Unknown person') }] : []),
        ...offered.map(({ id, name, away }) => ({
          value: id,
          label: forCall && away ? `${name} (on a break)` : name,
          disabled: forCall && away,
        })),
      ]}
      allowClear
      onChange={(id) => onChange(id ?? undefined, people.find((one) => one.id === id)?.name)}
    />
  );
}

export interface ColleaguesSelectProps extends Common {
  readonly value: readonly string[];
  /** Without the user. */
  readonly othersOnly?: boolean;
  readonly onChange: (ids: string[]) => void;
}
/** Selects several colleagues by name. */
export function ColleaguesSelect({ value, othersOnly = false, onChange, ...common }: ColleaguesSelectProps): ReactNode {
  const own = useSession()?.user.id;
  const { people, ...list } = useColleagues(value.length > 0);
  const unlisted = value.filter((id) => !people.some((one) => one.id === id));
  return (
    <Select<string[]>
      {...common}
      {...list}
      mode="multiple"
      maxTagCount="responsive"
      value={[...value]}
      options={[
        ...unlisted.map((id) => ({ value: id, label: list.loading ? '…' : 'Unknown person' })),
        ...people.filter(({ id }) => !othersOnly || id !== own).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={onChange}
    />
  );
}

/** The state that both selects share. The list loads when it is opened, or `atOnce` for the names of selected people. */
function useColleagues(atOnce: boolean) {
  const [opened, setOpened] = useState(false);
  const { data, isError, isLoading } = useCall(colleagues, {}, { enabled: opened || atOnce, retry: false });
  return {
    people: data ?? [],
    className: 'p-select',
    showSearch: { optionFilterProp: 'label' },
    loading: isLoading,
    onOpenChange: (open: boolean) => open && setOpened(true),
    notFoundContent: isLoading ? 'Loading…' : isError ? 'The list could not be loaded.' : 'No other colleagues',
  };
}
