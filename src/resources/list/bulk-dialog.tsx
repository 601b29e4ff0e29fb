import { useInvalidate } from '@refinedev/core';
import { Button, Modal, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { kindAt } from '../../kinds/kind-of';
import { rememberChange } from '../../providers/remembered-change';
import { newKey } from '../../providers/calls/new-key';
import { startBulk, type RowsMeant } from '../../providers/calls/list-work';
import { pluralOf, type AnyResource, type AnyRow } from '../../schemas/kit/resource';
import { writableFields } from '../../schemas/kit/validation-schema';
import { uniqueRules } from '../../schemas/kit/unique';
import { lowerFirst } from '../../ui/marks/lower-first';
import { FormField } from '../../ui/forms/form-field';
import { FormFrame } from '../../ui/forms/form-frame';
import { useScreenForm, type ScreenForm } from '../../ui/forms/use-screen-form';
import { KindFormField } from '../form/kind-form-field';
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
  const [job, setJob] = useState<string>();
  const [ref] = useState(newKey);
  const invalidate = useInvalidate();
  const counted = `${count} ${lowerFirst(count === '1' ? resource.label : pluralOf(resource))}`;
  const heading = {
    edit: `Edit ${counted}`,
    activate: `Activate ${counted}?`,
    deactivate: `Deactivate ${counted}?`,
    delete: `Delete ${counted}?`,
  }[work];
  const [beside, setBeside] = useState<AnyRow>({});
  const form = useScreenForm<BulkChange>({
    id: 'p-bulk',
    values: { field: undefined },
    labelOf: (path) => columnTitle(resource, path),
    save: async ({ field, value }) => {
      const values = field === undefined ? { status: work === 'activate' ? 1 : 0 } : { ...beside, [field]: value ?? null };
      const change = work === 'delete' ? ({ action: 'delete' } as const) : ({ action: 'update', values } as const);
      const { job_id: started } = await startBulk(resource.name, rows, change, ref);
      rememberChange(resource.name, started);
      setJob(started);
    },
  });
  const field = useWatch({ control: form.control, name: 'field' });
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
              htmlType="submit"
              form={form.formId}
              loading={form.saving}
              disabled={work === 'edit' && field === undefined}
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
        <FormFrame form={form} className="p-bulk-form">
          {work === 'edit' ? (
            <FieldChange resource={resource} form={form} field={field} onBeside={setBeside} />
          ) : (
            <p>{notes[work]}</p>
          )}
          {resource.rows?.change ? <p className="p-quiet">Rows you can't change are skipped, with the reason.</p> : null}
        </FormFrame>
      )}
    </Modal>
  );
}

const notes = {
  activate: 'Active rows are not changed. You can undo this for 72 hours.',
  deactivate: 'Inactive rows are not changed. You can undo this for 72 hours.',
  delete:
    'Deleted rows disappear from lists and options. Rows in use are skipped, with the reason. You can undo this for 72 hours.',
};

interface BulkChange {
  readonly field: string | undefined;
  readonly value?: unknown;
}

function FieldChange({
  resource,
  form,
  field,
  onBeside,
}: {
  resource: AnyResource;
  form: ScreenForm<BulkChange>;
  field: string | undefined;
  onBeside: (beside: AnyRow) => void;
}): ReactNode {
  return (
    <>
      <FormField form={form} name="field" label="Field">
        {(input) => (
          <Select
            {...input}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="Choose a field"
            options={bulkFields(resource).map((name) => ({ value: name, label: columnTitle(resource, name) }))}
            onChange={(next) => {
              input.onChange(next);
              form.setValue('value', undefined);
              onBeside({});
            }}
          />
        )}
      </FormField>
      {field ? (
        <KindFormField
          key={field}
          form={form}
          name="value"
          label="New value"
          at={kindAt(resource, field).at}
          record={{}}
          onBeside={onBeside}
          help="Leave empty to clear the field."
        />
      ) : null}
    </>
  );
}

/** Fields that can have one value in many records. */
export function bulkFields(resource: AnyResource): string[] {
  const alone = new Set(uniqueRules(resource).flatMap(({ fields }) => fields));
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
