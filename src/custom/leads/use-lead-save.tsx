import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import { messageOf } from '../../ui/page/states';

/** Saves what a dialog on leads asks for, once at a time; a refusal stays beside what was typed. */
export function useLeadSave(onSaved: () => void): {
  readonly saving: boolean;
  readonly refusal: ReactNode;
  readonly save: (work: () => Promise<void>) => Promise<void>;
} {
  const client = useQueryClient();
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<string>();
  const save = async (work: () => Promise<void>): Promise<void> => {
    if (saving) return;
    setSaving(true);
    setRefused(undefined);
    try {
      await work();
      void refreshLeadWork(client);
      onSaved();
    } catch (error) {
      setRefused(messageOf(error));
      setSaving(false);
    }
  };
  const refusal = refused ? (
    <p className="ld-refused" role="alert">
      {refused}
    </p>
  ) : null;
  return { saving, refusal, save };
}
