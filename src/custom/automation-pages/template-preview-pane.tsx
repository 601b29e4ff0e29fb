import type { ReactNode } from 'react';
import { useCall } from '../../providers/calls/use-call';
import type { Draft } from '../../resources/form/form-validation';
import { templatePreview, type TemplateChannel, type TemplatePreview } from '../../schemas/calls/message-templates';
import { counted } from '../../schemas/kit/counted';
import { ReferenceSelect } from '../../ui/fields/reference-select';
import { messageOf } from '../../ui/page/states';
import { PhoneMessage } from './phone-message';
import { useSettled } from './use-settled';

/** What the template says to a real lead, at the width of a phone. */
export function TemplatePreviewPane({
  type,
  draft,
  lead,
  onLead,
}: {
  type: TemplateChannel;
  draft: Readonly<Draft>;
  lead: string | undefined;
  onLead: (lead: string | undefined) => void;
}): ReactNode {
  const template = useSettled(draft, 500);
  const asked = { channel: type, template, ...(lead ? { lead_id: lead } : {}) };
  const { data, error, isPending } = useCall(templatePreview, asked, { retry: false, keepPrevious: true });
  return (
    <section aria-label="Preview" aria-busy={isPending}>
      <h2>Preview</h2>
      <ReferenceSelect
        resource="leads"
        value={lead}
        onChange={(value) => onLead(typeof value === 'string' ? value : undefined)}
        placeholder={data?.lead_name ? `Newest lead: ${data.lead_name}` : 'Choose a lead'}
        aria-label="Lead of the preview"
        allowClear
      />
      {error ? (
        <p className="p-form-refused" role="alert">
          {messageOf(error)}
        </p>
      ) : null}
      {data ? (
        <>
          <PhoneMessage type={type} draft={draft} preview={data} />
          <Notes preview={data} />
        </>
      ) : null}
    </section>
  );
}

function Notes({ preview: { size, missing } }: { preview: TemplatePreview }): ReactNode {
  return (
    <>
      {size ? (
        <p className="mt-size" role="status">
          {counted(size.parts, 'part')}, {counted(size.length, 'character')} in {size.encoding}; {size.left} more fit into the
          last part
          {size.encoding === 'Unicode' ? '. Characters outside the GSM alphabet more than halve what fits into a part' : ''}
        </p>
      ) : null}
      {missing.length ? (
        <p className="mt-missing" role="status">
          This lead has no value for {missing.join(', ')}: such leads get no message. Add a text for them.
        </p>
      ) : null}
    </>
  );
}
