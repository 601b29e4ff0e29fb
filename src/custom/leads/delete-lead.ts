import type { QueryClient } from '@tanstack/react-query';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import { deleteRow } from '../../providers/calls/records';
import type { Lead, leads } from '../../schemas/leads/leads';
import { ask } from '../../ui/dialogs/ask';
import { leadName } from '../../ui/leads/lead-text';
import { toasts } from '../../ui/toasts/toasts';

/** Asks, then deletes the lead; what the server says against it is shown. */
export function deleteLead(lead: Lead, client: QueryClient): void {
  const name = leadName(lead);
  ask({
    title: `Delete ${name}?`,
    content: 'The lead leaves every list. An administrator can restore it within 30 days.',
    okText: 'Delete',
    okButtonProps: { danger: true },
    onOk: async () => {
      try {
        await deleteRow<typeof leads>('leads', String(lead.id));
        toasts.success(`${name} was deleted.`);
      } catch (error) {
        toasts.error(error);
      }
      refreshLeadWork(client);
    },
  });
}
