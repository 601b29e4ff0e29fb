import type { SubmittedTemplate } from './whatsapp';

/** A template's parts as the Cloud API takes them; `handle` is the uploaded sample of the file above the text. */
export function templateParts(template: SubmittedTemplate, handle: string | undefined): object[] {
  const { header, body, samples, footer, buttons } = template;
  return [
    ...(header?.type === 'TEXT' ? [{ type: 'HEADER', format: 'TEXT', text: header.text }] : []),
    ...(header && header.type !== 'TEXT' ? [{ type: 'HEADER', format: header.type, example: { header_handle: [handle] } }] : []),
    { type: 'BODY', text: body, ...(samples.length ? { example: { body_text: [samples] } } : {}) },
    ...(footer ? [{ type: 'FOOTER', text: footer }] : []),
    ...(buttons.length ? [{ type: 'BUTTONS', buttons: buttons.map(buttonOf) }] : []),
  ];
}

function buttonOf({ type, text, url, phone }: SubmittedTemplate['buttons'][number]): object {
  if (type === 'URL') return { type, text, url };
  if (type === 'PHONE_NUMBER') return { type, text, phone_number: phone };
  return { type: 'QUICK_REPLY', text };
}
