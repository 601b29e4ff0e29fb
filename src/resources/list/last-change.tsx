import { useInvalidate } from '@refinedev/core';
import { useState, type ReactNode } from 'react';
import { useBulkChanges } from '../../providers/calls/bulk-changes';
import { rememberChange, rememberedChange } from '../../providers/remembered-change';
import { Icon } from '../../ui/marks/icon';
import { ChangeLine } from './change-line';

/** The last change of many rows that was made in this list: its progress, its result, and Undo, until it is put away. */
export default function LastChange({ resource }: { resource: string }): ReactNode {
  const invalidate = useInvalidate();
  const [closed, setClosed] = useState<string>();
  const jobId = rememberedChange(resource) ?? '';
  const { data } = useBulkChanges({ job_id: jobId });
  const change = data?.changes.find((one) => one.job_id === jobId);
  if (!change || closed === jobId) return null;
  return (
    <div className="p-last-change">
      <ChangeLine key={jobId} change={change} onSettled={() => void invalidate({ resource, invalidates: ['resourceAll'] })} />
      <button
        type="button"
        className="p-icon-button"
        aria-label="Hide this message"
        title="Hide; the change stays in Recent changes"
        onClick={() => {
          rememberChange(resource, undefined);
          setClosed(jobId);
        }}
      >
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}
