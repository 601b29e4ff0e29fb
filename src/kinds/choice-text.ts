import { isEmpty, words, type FieldAt } from './kind';

/** A choice in words: the schema's label, else the value itself made readable. */
export function choiceText(value: unknown, { resource, name, path }: FieldAt): string {
  if (isEmpty(value)) return '–';
  return (path === name ? resource.ui?.[name]?.labels?.[String(value)] : undefined) ?? words(value);
}

/** The choices in order. Null stands for 'nothing chosen' and is not one. */
export function choicesOf(at: FieldAt): { value: string | number | boolean; label: string }[] {
  const values = at.field.enum ?? at.field.items?.enum ?? [];
  return values.filter((value) => value !== null).map((value) => ({ value, label: choiceText(value, at) }));
}
