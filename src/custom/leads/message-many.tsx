import { Segmented, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { useCall } from '../../providers/calls/use-call';
import { bulkPreview, type BulkPreview } from '../../schemas/calls/bulk-changes';
import { leadMessageTemplates } from '../../schemas/calls/lead-messages';
import { counted } from '../../schemas/kit/counted';
import { channelNames, leadChannels, type LeadChannel } from '../../schemas/kit/lead-channels';
import { FormField } from '../../ui/forms/form-field';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { messageOf } from '../../ui/page/states';
import { ActDialog, useActJob } from './act-dialog';
import type { ManyLeads } from './many-leads';

interface Chosen {
  readonly template_id: string | undefined;
}

/** One template to the selected leads. Who cannot get it is counted before anything is sent. */
export function MessageMany({ leads, onClose }: { leads: ManyLeads; onClose: (done: boolean) => void }): ReactNode {
  const job = useActJob(leads);
  const [channel, setChannel] = useState<LeadChannel>('whatsapp');
  const { data: offered, isPending } = useCall(leadMessageTemplates, { channel }, { retry: false });
  const form = useScreenForm<Chosen>({
    id: 'message',
    values: { template_id: undefined },
    save: (values) => job.start({ act: 'message', values: { channel, ...values } }),
  });
  const template = useWatch({ control: form.control, name: 'template_id' });
  const preview = useCall(
    bulkPreview,
    { resource: 'leads', act: 'message', values: { channel, template_id: template }, ...leads.rows },
    { enabled: template !== undefined && job.id === undefined, retry: false },
  );
  const getters = preview.data ? preview.data.looked - skippedIn(preview.data) : 0;
  return (
    <ActDialog
      title={`Message ${leads.text}`}
      okText={preview.data?.all ? `Send to ${counted(getters, 'lead')}` : 'Send'}
      form={form}
      job={job}
      undoes={false}
      disabled={!preview.data || getters === 0}
      onClose={onClose}
    >
      <Segmented<LeadChannel>
        aria-label="Channel"
        value={channel}
        options={leadChannels.map((one) => ({ value: one, label: channelNames[one] }))}
        onChange={(next) => {
          setChannel(next);
          form.setValue('template_id', undefined);
        }}
      />
      {offered?.refused ? (
        <p role="alert">{offered.refused}</p>
      ) : (
        <FormField form={form} name="template_id" label="Template" required="Choose a template">
          {(input) => (
            <Select
              {...input}
              showSearch={{ optionFilterProp: 'label' }}
              loading={isPending}
              disabled={offered?.templates.length === 0}
              placeholder={offered?.templates.length === 0 ? 'No template is active for this channel' : 'Choose a template'}
              options={(offered?.templates ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </FormField>
      )}
      <div aria-live="polite">
        {template !== undefined && preview.isFetching ? <p className="p-quiet">Counting who can get it …</p> : null}
        {preview.error ? <p role="alert">{messageOf(preview.error)}</p> : null}
        {preview.data ? <Excluded preview={preview.data} getters={getters} /> : null}
      </div>
    </ActDialog>
  );
}

const skippedIn = ({ skipped }: BulkPreview): number => skipped.reduce((sum, { count }) => sum + count, 0);

function Excluded({ preview, getters }: { preview: BulkPreview; getters: number }): ReactNode {
  return (
    <>
      <p>
        <strong>{counted(getters, 'lead')}</strong> will get the message
        {preview.all ? '' : `, counted for the first ${counted(preview.looked, 'lead')}`}.
      </p>
      {preview.skipped.length ? (
        <ul className="ld-excluded">
          {preview.skipped.map(({ reason, count }) => (
            <li key={reason}>
              {counted(count, 'lead')} excluded: {reason}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
