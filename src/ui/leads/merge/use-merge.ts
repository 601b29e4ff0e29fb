import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../providers/calls/call';
import { refreshLeadWork } from '../../../providers/calls/lead-calls';
import { newKey } from '../../../providers/calls/new-key';
import { leadMerge } from '../../../schemas/calls/lead-merge';
import { leadsApart } from '../../../schemas/calls/lead-suspects';
import type { Lead } from '../../../schemas/leads/leads';
import { messageOf } from '../../page/states';
import { toasts } from '../../toasts/toasts';
import type { Choices } from './merge-values';

interface Merging {
  readonly merge: (leads: readonly Lead[], keptId: string, choices: Choices) => Promise<void>;
  /** Notes that two leads are two people. */
  readonly setApart: (leadId: string, otherId: string) => Promise<void>;
  readonly busy: boolean;
  readonly problem: string;
}

/** Sends what was decided in the dialog; what the server refuses stays in it. */
export function useMerge(onClose: (keptId?: string) => void): Merging {
  const client = useQueryClient();
  const [clientRef, setClientRef] = useState(newKey);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const attempt = async (work: () => Promise<string | undefined>, keptId?: string): Promise<void> => {
    setBusy(true);
    setProblem('');
    try {
      toasts.success((await work()) ?? 'Saved.');
      onClose(keptId);
    } catch (error) {
      setProblem(messageOf(error));
      setClientRef(newKey());
    } finally {
      setBusy(false);
      refreshLeadWork(client);
    }
  };
  return {
    busy,
    problem,
    merge: (leads, keptId, choices) =>
      attempt(async () => {
        const versions = leads.map(({ id, row_version }) => ({ id: String(id), row_version }));
        const lost = versions.map(({ id }) => id).filter((id) => id !== keptId);
        return (await call(leadMerge, { kept_id: keptId, lost_ids: lost, choices, versions, client_ref: clientRef })).message;
      }, keptId),
    setApart: (leadId, otherId) =>
      attempt(async () => (await call(leadsApart, { lead_id: leadId, other_id: otherId, apart: true })).message),
  };
}
