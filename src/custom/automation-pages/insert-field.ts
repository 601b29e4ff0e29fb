import type { Draft } from '../../resources/form/form-validation';
import type { TemplateChannel } from '../../schemas/calls/message-templates';
import { recordsIn } from '../../schemas/kit/is-record';
import { placeholderOf } from '../../schemas/kit/merge-fields';

export interface Inserted {
  readonly text: string;
  /** Where writing continues. */
  readonly caret: number;
  /** Other fields of the draft that change with it. */
  readonly beside: Draft;
}

/** The text of a field with a lead field in place of what is selected. WhatsApp counts its placeholders and keeps what each means apart. */
export function withField(
  type: TemplateChannel,
  draft: Readonly<Draft>,
  name: string,
  { field, fallback }: { readonly field: string; readonly fallback: string },
  [from, to]: readonly [number, number],
): Inserted {
  const before = typeof draft[name] === 'string' ? draft[name] : '';
  const [start, end] = [Math.min(from, before.length), Math.min(to, before.length)];
  const put = (placeholder: string, beside: Draft = {}): Inserted => ({
    text: before.slice(0, start) + placeholder + before.slice(end),
    caret: start + placeholder.length,
    beside,
  });
  if (type !== 'whatsapp') return put(placeholderOf(field, fallback));
  const rest = before.slice(0, start) + before.slice(end);
  const numbers = [...rest.matchAll(/\{\{\s*(\d+)\s*\}\}/g)].map(([, number]) => Number(number));
  const placeholder = `{{${Math.max(0, ...numbers) + 1}}}`;
  const variables = recordsIn(draft['variables']).filter((one) => one['placeholder'] !== placeholder);
  const added = { placeholder, field, ...(fallback.trim() ? { fallback: fallback.trim() } : {}) };
  return put(placeholder, { variables: [...variables, added] });
}
