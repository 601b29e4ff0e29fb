/** The fields of a lead that a message can contain, with their labels. Any other name is refused when a template is saved. */
export const mergeFields = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  alternate_phone: 'Alternate phone',
  whatsapp_number: 'WhatsApp number',
  city: 'City',
  state: 'State',
} as const;
export type MergeField = keyof typeof mergeFields;
export const isMergeField = (name: string): name is MergeField => Object.hasOwn(mergeFields, name);

/** {{name}}, or {{name|there}} with what stands there for a lead without a value. Groups: the name, the text after the bar. */
export const placeholders = /\{\{\s*(\w+)\s*(?:\|([^{}|<>]*))?\}\}/g;

export const placeholderOf = (field: string, fallback = ''): string =>
  `{{${field}${fallback.trim() ? `|${fallback.trim()}` : ''}}}`;

/** What is wrong with the placeholders of a text; undefined: nothing. `others` are names that stand for a text of their own. */
export function placeholderFault(text: string, others: readonly string[] = []): string | undefined {
  for (const [whole, name = ''] of text.matchAll(placeholders))
    if (!isMergeField(name) && !others.includes(name))
      return `${whole} is not a lead field. Use ${Object.keys(mergeFields).join(', ')}`;
  const rest = text.replaceAll(placeholders, '');
  return rest.includes('{{') || rest.includes('}}') ? 'Write placeholders as {{name}} or {{name|there}}' : undefined;
}
