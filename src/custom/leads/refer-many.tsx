import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { noReferAsked, ReferFields, type ReferAsked } from '../../ui/leads/refer-fields';
import { ActDialog, useActJob } from './act-dialog';
import { useActPreview } from './act-preview';
import type { ManyLeads } from './many-leads';

/** Asks one or several colleagues to take the selected leads; several get them by round robin. */
export function ReferMany({ leads, onClose }: { leads: ManyLeads; onClose: (done: boolean) => void }): ReactNode {
  const job = useActJob(leads);
  const form = useScreenForm<ReferAsked>({
    id: 'refer',
    values: noReferAsked,
    save: ({ to_user_ids, note }) =>
      job.start({ act: 'refer', values: { to_user_ids, ...(note.trim() ? { note: note.trim() } : {}) } }),
  });
  const chosen = useWatch({ control: form.control, name: 'to_user_ids' });
  const isChosen = chosen.length > 0;
  const act = { act: 'refer', values: { to_user_ids: chosen } };
  const preview = useActPreview(leads.rows, isChosen && !job.id ? act : undefined);
  return (
    <ActDialog
      title={`Refer ${leads.text}`}
      okText="Refer"
      form={form}
      job={job}
      disabled={!isChosen}
      preview={preview}
      happens="will be referred"
      onClose={onClose}
    >
      <ReferFields form={form} count={leads.count} />
      <p className="p-quiet">You can take open questions back for 72 hours.</p>
    </ActDialog>
  );
}
