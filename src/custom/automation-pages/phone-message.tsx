import { Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Draft } from '../../resources/form/form-validation';
import type { TemplateChannel, TemplatePreview } from '../../schemas/calls/message-templates';
import { recordsIn } from '../../schemas/kit/is-record';

interface Props {
  readonly draft: Readonly<Draft>;
  readonly preview: TemplatePreview;
}

/** The message in the frame of a phone. */
export function PhoneMessage({ type, ...props }: Props & { type: TemplateChannel }): ReactNode {
  const Content = { sms: Sms, email: Mail, whatsapp: Whatsapp }[type];
  return (
    <div className="mt-phone" role="group" aria-label="Message on a phone">
      <Content {...props} />
    </div>
  );
}

const Sms = ({ draft, preview }: Props): ReactNode => (
  <>
    <span className="p-quiet">{textOf(draft, 'sender_id') || 'Sender id'}</span>
    <p className="mt-bubble">{preview.body || ' '}</p>
  </>
);

/** In a frame of its own that runs nothing; its links open in a new tab. */
function Mail({ preview }: Props): ReactNode {
  const [shown, show] = useState<'HTML' | 'Plain text'>('HTML');
  return (
    <>
      <Segmented block aria-label="Version" options={['HTML', 'Plain text'] as const} value={shown} onChange={show} />
      <b>{preview.subject || 'No subject'}</b>
      {shown === 'HTML' ? (
        <iframe
          title="Email"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={`<base target="_blank">${preview.body}`}
        />
      ) : (
        <p className="mt-plain">{preview.plain}</p>
      )}
    </>
  );
}

function Whatsapp({ draft, preview }: Props): ReactNode {
  const header = textOf(draft, 'header_type');
  return (
    <>
      <div className="mt-bubble">
        {header === 'TEXT' ? <b>{textOf(draft, 'header_text')}</b> : null}
        {['IMAGE', 'VIDEO', 'DOCUMENT'].includes(header) ? (
          <span className="mt-media">
            {header.charAt(0) + header.slice(1).toLowerCase()}
            <span className="p-quiet">{textOf(draft, 'header_media_url') || 'No URL yet'}</span>
          </span>
        ) : null}
        <p>{preview.body || ' '}</p>
        {textOf(draft, 'footer') ? <small className="p-quiet">{textOf(draft, 'footer')}</small> : null}
      </div>
      {recordsIn(draft['buttons']).map((button, at) => (
        <span key={at} className="mt-button">
          {textOf(button, 'text') || 'Button'}
        </span>
      ))}
    </>
  );
}

const textOf = (row: Readonly<Draft>, name: string): string => (typeof row[name] === 'string' ? row[name] : '');
