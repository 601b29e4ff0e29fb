import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import { useResource } from '../../providers/screens/use-resource';
import { ResourceForm } from '../../resources/form/form-on-demand';

/** The lead's form in a drawer; the resource loads when it is opened. */
export function EditLead({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const client = useQueryClient();
  const chunk = useResource('leads');
  if (!chunk) return null;
  const saved = (): void => {
    onClose();
    refreshLeadWork(client);
  };
  return <ResourceForm chunk={chunk} id={id} as="drawer" onClose={onClose} onSaved={saved} />;
}
