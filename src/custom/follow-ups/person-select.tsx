import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../providers/calls/use-call';
import { userHierarchy } from '../../schemas/calls/user-hierarchy';

/** Whose follow-ups a manager looks at: their own, or those of someone below them. */
export function PersonSelect({
  me,
  value,
  onChange,
}: {
  me: string;
  /** A user's id; undefined: the signed-in user. */
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}): ReactNode {
  const [opened, setOpened] = useState(false);
  const { data, isLoading } = useCall(userHierarchy, {}, { enabled: opened || value !== undefined, retry: false });
  const others = (data?.people ?? []).filter(({ id, active }) => id !== me && active);
  return (
    <Select
      className="fu-person"
      aria-label="Whose follow-ups"
      showSearch={{ optionFilterProp: 'label' }}
      loading={isLoading}
      value={value ?? me}
      options={[
        { value: me, label: 'My follow-ups' },
        ...others.map(({ id, name }) => ({ value: id, label: name ?? 'No name' })),
        ...(value && !others.some(({ id }) => id === value) ? [{ value, label: isLoading ? '…' : 'Unknown person' }] : []),
      ]}
      onOpenChange={(open) => open && setOpened(true)}
      onChange={(id) => onChange(id === me ? undefined : id)}
    />
  );
}
