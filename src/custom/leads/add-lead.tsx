import { useQueryClient } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import type { ResourceChunk } from '../../providers/screens/resource-chunk';
import { useResource } from '../../providers/screens/use-resource';
import { ResourceForm } from '../../resources/form/form-on-demand';
import { leadPath } from '../../schemas/kit/lead-page';
import { SamePerson } from './same-person';

const first = ['name', 'phone', 'email', 'clg_id', 'course', 'source'];

/** The generic form in a drawer; the fields known from a phone call come first, the others are collapsed. */
export function AddLead({ onClose }: { onClose: () => void }): ReactNode {
  const chunk = useResource('leads');
  const client = useQueryClient();
  const navigate = useNavigate();
  const quick = useMemo<ResourceChunk | undefined>(
    () => chunk && { ...chunk, resource: { ...chunk.resource, groups: [{ title: '', fields: first }] } },
    [chunk],
  );
  if (!quick) return null;
  return (
    <ResourceForm
      chunk={quick}
      as="drawer"
      hint={({ phone, email }) => <SamePerson phone={phone} email={email} />}
      onClose={onClose}
      onSaved={(row) => {
        refreshLeadWork(client);
        onClose();
        void navigate(leadPath(row.id));
      }}
    />
  );
}
