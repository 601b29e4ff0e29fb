import { useCall } from '../../providers/calls/use-call';
import { leadFieldHistory, type FieldChange } from '../../schemas/calls/lead-page';

export type HistoryOf = (field: string) => readonly FieldChange[];

/** The changes of each field of a lead by its name, newest first; nothing while they load, or if they cannot be read. */
export function useFieldHistory(leadId: string, enabled = true): HistoryOf {
  const { data } = useCall(leadFieldHistory, { id: leadId }, { retry: false, enabled });
  return (field) => data?.filter((change) => change.field === field) ?? [];
}
