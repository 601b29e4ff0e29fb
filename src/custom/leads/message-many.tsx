import { Segmented, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { useCall } from '../../providers/calls/use-call';
import { leadMessageTemplates } from '../../schemas/calls/lead-messages';
import { counted } from '../../schemas/kit/counted';
import { channelNames, leadChannels, type LeadChannel } from '../../schemas/kit/lead-channels';
import { FormField } from '../../ui/forms/form-field';
import { useScreenForm } from '../../ui/forms/use-screen-form';
import { ActDialog, useActJob } from './act-dialog';
import { useActPreview } from './act-preview';
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
  const act = { act: 'message', values: { channel, template_id: template } };
  const preview = useActPreview(leads.rows, template !== undefined && !job.id ? act : undefined);
  return (
    <ActDialog
      title={`Message ${leads.text}`}
      okText={preview.counts?.all ? `Send to ${counted(preview.kept, 'lead')}` : 'Send'}
      form={form}
      job={job}
      undoes={false}
      disabled={!preview.counts || preview.kept === 0}
      preview={preview}
      happens="will get the message"
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
    </ActDialog>
  );
}
