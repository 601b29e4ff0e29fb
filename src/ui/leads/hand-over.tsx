import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { ColleagueSelect } from '../fields/colleague-select';
import { FormFrame } from '../forms/form-frame';
import { useScreenForm } from '../forms/use-screen-form';

/** Selects the colleague who takes over the call. Colleagues on a break cannot be selected. */
export function HandOver({ busy, onChoose }: { busy: boolean; onChoose: (userId: string) => void }): ReactNode {
  const form = useScreenForm<{ user_id: string | undefined }>({
    values: { user_id: undefined },
    save: async ({ user_id }) => void (user_id && onChoose(user_id)),
  });
  const chosen = useWatch({ control: form.control, name: 'user_id' });
  return (
    <FormFrame form={form} className="p-hand-over">
      <Controller
        control={form.control}
        name="user_id"
        render={({ field: { value, onChange } }) => (
          <ColleagueSelect aria-label="Colleague" placeholder="Colleague" forCall value={value} onChange={onChange} />
        )}
      />
      <Button htmlType="submit" disabled={!chosen} loading={busy}>
        Hand over
      </Button>
    </FormFrame>
  );
}
