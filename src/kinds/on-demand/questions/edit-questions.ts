import type { Field } from '../../../schemas/kit/field';
import { recordIn } from '../../../schemas/kit/is-record';
import type { AnyRow } from '../../../schemas/kit/resource';
import { optionsOf, orderKey, questionTypes, typeOf, type Question, type QuestionType } from './questions';

export const withOptions = (field: Field, options: readonly string[]): Field =>
  field.type === 'array' ? { ...field, items: { ...field.items, enum: options } } : { ...field, enum: options };

/** The question with another type: label and help are kept, and options between the two types that have them. */
export function retyped(field: Field, type: QuestionType): Field {
  const { title, description } = field;
  const next: Field = {
    ...questionTypes[type].field,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  };
  const options = optionsOf(field);
  return (type === 'choice' || type === 'choices') && options.length ? withOptions(next, options) : next;
}

/** The field with one keyword set, or removed if the value is undefined. */
export function patched<K extends keyof Field>(field: Field, keyword: K, value: Field[K] | undefined): Field {
  const { [keyword]: _before, ...rest } = field;
  return value === undefined ? rest : { ...rest, [keyword]: value };
}

/** The schema of the answers; its other keywords are kept. */
export const schemaOf = (questions: readonly Question[], before: unknown): Readonly<AnyRow> => ({
  ...recordIn(before),
  type: 'object',
  required: questions.filter((one) => one.required).map(({ key }) => key),
  properties: Object.fromEntries(questions.map(({ key, field }) => [key, field])),
});

/** The uiSchema for it: the order (the database does not keep the order of an object's keys), and which texts are long. */
export function lookOf(questions: readonly Question[], gone: readonly string[], before: unknown): Readonly<AnyRow> {
  const look = Object.fromEntries(Object.entries(recordIn(before)).filter(([key]) => !gone.includes(key)));
  for (const { key, field } of questions) {
    const { 'ui:widget': widget, ...rest } = recordIn(look[key]);
    const long = typeOf(field) === 'long';
    const kept = widget === undefined || widget === 'textarea' ? {} : { 'ui:widget': widget };
    const own = { ...rest, ...(long ? { 'ui:widget': 'textarea' } : kept) };
    if (Object.keys(own).length) look[key] = own;
    else delete look[key];
  }
  return { ...look, [orderKey]: [...questions.map(({ key }) => key), '*'] };
}

/** A key from the label that no other question has: 'Date of birth' is date_of_birth. */
export function keyFor(label: string, taken: readonly string[]): string {
  const plain = label
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 50)
    .replace(/_+$/, '');
  const base = /^[a-z]/.test(plain) ? plain : plain ? `q_${plain}` : 'question';
  let key = base;
  for (let n = 2; taken.includes(key) || key in {}; n++) key = `${base}_${n}`;
  return key;
}

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, list[from]!);
}
