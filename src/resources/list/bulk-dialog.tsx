import { useInvalidate } from '@refinedev/core';
import { Button, Modal, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { kindAt } from '../../kinds/kind-of';
import { startBulk, type RowsMeant } from '../../providers/calls/list-work';
import { pluralOf, type AnyResource } from '../../schemas/kit/resource';
import { writableFields } from '../../schemas/kit/validation-schema';
import { lowerFirst } from '../../ui/marks/lower-first';
import { messageOf } from '../../ui/page/states';
import { KindWidget } from '../form/kind-widget';
import { columnTitle } from '../kind-looks';
import type { BulkWork } from './bulk-work';
import { JobProgress } from './job-progress';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import './list-tools.css';

/** Asks what to change, or for confirmation of a deletion; then follows the job to its end and shows each row's result. */
export default function BulkDialog(props: {
  resource: AnyResource;
  work: BulkWork;
  rows: RowsMeant;
  count: string;
  onClose: (done: boolean) => void;
}): ReactNode {
  useFocusBack();
  const { resource, work } = props;
  // the selection when it was opened: the list behind it changes while the job runs
  const [{ rows, count }] = useState(props);
  const [field, setField] = useState<string>();
  const [value, setValue] = useState<unknown>();
  const [job, setJob] = useState<string>();
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<string>();
  const invalidate = useInvalidate();
  const plural = lowerFirst(pluralOf(resource));
  const heading = {
    edit: `Edit ${count} ${plural}`,
    activate: `Activate ${count} ${plural}?`,
    deactivate: `Deactivate ${count} ${plural}?`,
    delete: `Delete ${count} ${plural}?`,
  }[work];
  const start = async (): Promise<void> => {
    setSending(true);
    setRefused(undefined);
    const values = work === 'edit' ? { [field!]: value ?? null } : { status: work === 'activate' ? 1 : 0 };
    try {
      setJob(
        (await startBulk(resource.name, rows, work === 'delete' ? { action: 'delete' } : { action: 'update', values })).job_id,
      );
    } catch (error) {
      setRefused(messageOf(error));
    }
    setSending(false);
  };
  const close = (): void => {
    if (job) void invalidate({ resource: resource.name, invalidates: ['resourceAll'] });
    props.onClose(job !== undefined);
  };
  return (
    <Modal
      open
      width={480}
      title={heading}
      onCancel={close}
      footer={
        job ? (
          <Button type="primary" onClick={close}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button
              type="primary"
              danger={work === 'delete'}
              loading={sending}
              disabled={work === 'edit' && field === undefined}
              onClick={() => void start()}
            >
              {{ edit: 'Change', activate: 'Activate', deactivate: 'Deactivate', delete: 'Delete' }[work]}
            </Button>
          </>
        )
      }
    >
      {job ? (
        <JobProgress
          resource={resource.name}
          jobId={job}
          onSettled={() => void invalidate({ resource: resource.name, invalidates: ['resourceAll'] })}
        />
      ) : (
        <div className="p-bulk-form">
          {work === 'edit' ? (
            <FieldChange resource={resource} field={field} setField={setField} value={value} setValue={setValue} />
          ) : (
            <p>
              {work === 'delete'
                ? 'They go from lists and choices. Rows that are in use stay, with the reason. You can undo this for 72 hours.'
                : 'Rows that are so already stay as they are. You can undo this for 72 hours.'}
            </p>
          )}
          {refused ? (
            <p role="alert" className="p-wrong">
              {refused}
            </p>
          ) : null}
        </div>
      )}
    </Modal>
  );
}

function FieldChange({
  resource,
  field,
  setField,
  value,
  setValue,
}: {
  resource: AnyResource;
  field: string | undefined;
  setField: (next: string) => void;
  value: unknown;
  setValue: (next: unknown) => void;
}): ReactNode {
  return (
    <>
      <label htmlFor="p-bulk-field">Field</label>
      <Select
        id="p-bulk-field"
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="Choose a field"
        value={field}
        options={bulkFields(resource).map((name) => ({ value: name, label: columnTitle(resource, name) }))}
        onChange={(next) => {
          setField(next);
          setValue(undefined);
        }}
      />
      {field ? (
        <>
          <label htmlFor="p-bulk-value">New value</label>
          <KindWidget id="p-bulk-value" at={kindAt(resource, field).at} value={value} onChange={setValue} record={{}} />
          <p className="p-quiet">Left empty, the field is emptied.</p>
        </>
      ) : null}
    </>
  );
}

/** Fields that can have one value in many records. */
export function bulkFields(resource: AnyResource): string[] {
  const alone = new Set<string>(
    (resource.unique ?? []).flatMap((rule) => (typeof rule === 'string' ? [rule] : 'fields' in rule ? rule.fields : rule)),
  );
  return writableFields(resource).filter(
    (name) =>
      !alone.has(name) &&
      !resource.uniqueEverywhere?.includes(name) &&
      !resource.fixed?.includes(name) &&
      !resource.locked?.includes(name) &&
      !resource.virtual?.includes(name) &&
      !kindAt(resource, name).kind.pageOnly,
  );
}
