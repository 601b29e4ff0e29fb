import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { refreshLeadWork, setFavourite } from '../../providers/calls/lead-calls';
import type { Lead } from '../../schemas/leads/leads';
import { toasts } from '../../ui/toasts/toasts';

/** Stars a lead at once in every list that shows it; undone if the server refuses. */
export function useStar(): (lead: Lead) => void {
  const client = useQueryClient();
  return (lead) => {
    const value = lead.is_favourite !== true;
    show(client, lead.id, value);
    setFavourite(String(lead.id), value).then(
      () => refreshLeadWork(client),
      (error: unknown) => {
        show(client, lead.id, !value);
        toasts.error(error);
      },
    );
  };
}

function show(client: QueryClient, id: Lead['id'], value: boolean): void {
  client.setQueriesData<{ readonly data?: readonly Lead[] }>(
    { predicate: ({ queryKey }) => queryKey.includes('leads') && queryKey.includes('list') },
    (answer) =>
      Array.isArray(answer?.data)
        ? { ...answer, data: answer.data.map((lead) => (lead.id === id ? { ...lead, is_favourite: value } : lead)) }
        : answer,
  );
}
