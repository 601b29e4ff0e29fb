import { useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { startAct, type ActMeant } from '../../providers/calls/bulk-changes';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import { newKey } from '../../providers/calls/new-key';
import { rememberChange } from '../../providers/remembered-change';
import { JobProgress } from '../../resources/list/job-progress';
import { focusFirstField } from '../../ui/dialogs/focus-first-field';
import { useFocusBack } from '../../ui/dialogs/use-focus-back';
import { FormFrame } from '../../ui/forms/form-frame';
import type { ScreenForm } from '../../ui/forms/use-screen-form';
import { ActPreviewText, type ActPreview } from './act-preview';
import type { ManyLeads } from './many-leads';

/** The job of something that is done with the selected leads, once it has been started. */
export interface ActJob {
  readonly id: string | undefined;
  readonly start: (act: ActMeant) => Promise<void>;
}

export function useActJob(leads: ManyLeads): ActJob {
  const [id, setId] = useState<string>();
  const [ref] = useState(newKey);
  const start = async (act: ActMeant): Promise<void> => {
    const { job_id: started } = await startAct('leads', leads.rows, act, ref);
    rememberChange('leads', started);
    setId(started);
  };
  return { id, start };
}

/** Asks what to do with the leads, then follows the job to its end with the leads it left out. */
export function ActDialog<V extends FieldValues>(props: {
  title: string;
  okText: string;
  form: ScreenForm<V>;
  job: ActJob;
  disabled?: boolean;
  preview: ActPreview;
  /** What is done with the leads, for the preview: 'will be re-assigned'. */
  happens: string;
  /** Whether it can be undone. */
  undoes?: boolean;
  onClose: (done: boolean) => void;
  children: ReactNode;
}): ReactNode {
  useFocusBack();
  const client = useQueryClient();
  const { title, okText, form, job, preview } = props;
  const isNone = preview.counts?.all === true && preview.kept === 0;
  const close = (): void => {
    if (job.id) refreshLeadWork(client);
    props.onClose(job.id !== undefined);
  };
  return (
    <Modal
      open
      width={480}
      title={title}
      onCancel={close}
      afterOpenChange={focusFirstField(form.formId)}
      footer={
        job.id ? (
          <Button type="primary" onClick={close}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button
              type="primary"
              htmlType="submit"
              form={form.formId}
              loading={form.saving}
              disabled={isNone || (props.disabled ?? false)}
            >
              {okText}
            </Button>
          </>
        )
      }
    >
      {job.id ? (
        <JobProgress resource="leads" jobId={job.id} undoes={props.undoes ?? true} onSettled={() => refreshLeadWork(client)} />
      ) : (
        <FormFrame form={form} className="p-form-fields">
          {props.children}
          <ActPreviewText preview={preview} happens={props.happens} />
        </FormFrame>
      )}
    </Modal>
  );
}
