import type { Check } from './check';
import { recordsIn } from './is-record';
import { placeholderFault, placeholders } from './merge-fields';
import type { FieldError } from './problem';

type Checked = Parameters<Check>[0];

/** What a message template must meet beyond its fields' own rules; by the names that `checks` of a schema file uses. */
export const templateChecks: Readonly<Record<string, Check>> = {
  'placeholders of an SMS': (record) => {
    const others = recordsIn(record['variables']).map((one) => String(one['placeholder']).replaceAll(/[{}\s]/g, ''));
    return faultIn(record, 'body', others);
  },
  'placeholders of an email': (record) => ['subject', 'body_html', 'body_text'].flatMap((name) => faultIn(record, name)),
  'text as registered': (record) => {
    const { body, dlt_text: registered } = record;
    if (typeof body !== 'string' || typeof registered !== 'string' || registered.trim() === '') return [];
    return withoutValues(body) === withoutValues(registered)
      ? []
      : [{ path: 'body', message: 'The message differs from its registered DLT text. Operators would block it' }];
  },
  'what WhatsApp approves': (record) => [...numbered(record), ...header(record), ...buttons(record)],
};

function faultIn(record: Checked, path: string, others: readonly string[] = []): FieldError[] {
  const text = record[path];
  const message = typeof text === 'string' ? placeholderFault(text, others) : undefined;
  return message === undefined ? [] : [{ path, message }];
}

/** Every placeholder, ours or the register's {#var#}, as the same sign; spaces count once. */
const withoutValues = (text: string): string =>
  text
    .replaceAll(placeholders, '{#var#}')
    .replaceAll(/\{#\s*\w+\s*#\}/g, '{#var#}')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Its placeholders are {{1}}, {{2}} and so on, without a gap. */
function numbered({ template_body: body }: Checked): FieldError[] {
  if (typeof body !== 'string') return [];
  const wrong = (message: string): FieldError[] => [{ path: 'template_body', message }];
  const names = [...new Set([...body.matchAll(placeholders)].map(([, name = '']) => name))];
  if (names.some((name) => !/^\d+$/.test(name)) || /\{\{|\}\}/.test(body.replaceAll(/\{\{\s*\d+\s*\}\}/g, '')))
    return wrong('Write placeholders as {{1}}, {{2}} and so on');
  const missing = names.map((_, at) => at + 1).find((number) => !names.includes(String(number)));
  return missing === undefined ? [] : wrong(`{{${missing}}} is missing: placeholders are counted from {{1}} without a gap`);
}

function header({ header_type: type, header_text: text }: Checked): FieldError[] {
  return type === 'TEXT' && typeof text === 'string' && /\{\{|\}\}/.test(text)
    ? [{ path: 'header_text', message: 'Header text cannot contain placeholders' }]
    : [];
}

function buttons(record: Checked): FieldError[] {
  return recordsIn(record['buttons']).flatMap(({ type, url, phone }, at) => {
    const wrong = (name: string, message: string): FieldError[] => [
      { path: `buttons.${at}.${name}`, message: `Buttons, row ${at + 1}: ${message}` },
    ];
    if (type === 'URL' && (typeof url !== 'string' || !/^https?:\/\/[^\s{}]+$/.test(url)))
      return wrong('url', 'enter a URL without placeholders');
    if (type === 'PHONE_NUMBER' && (typeof phone !== 'string' || !/^\+?[0-9]{6,15}$/.test(phone)))
      return wrong('phone', 'enter a phone number');
    return [];
  });
}
