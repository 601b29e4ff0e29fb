import { isEmpty, words, type FieldAt } from './kind';

/** The text of an option: the schema's label, otherwise the value in readable form. */
export function choiceText(value: unknown, { resource, name, path }: FieldAt): string {
  if (isEmpty(value)) return '–';
  return (path === name ? resource.ui?.[name]?.labels?.[String(value)] : undefined) ?? words(value);
}

/** The options in order. Null means that nothing is chosen and is not an option. */
export function choicesOf(at: FieldAt): { value: string | number | boolean; label: string }[] {
  const values = at.field.enum ?? at.field.items?.enum ?? [];
  return values.filter((value) => value !== null).map((value) => ({ value, label: choiceText(value, at) }));
}
