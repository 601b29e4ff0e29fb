import { recordIn } from '../../../schemas/kit/is-record';
import { refOf, type AnyResource, type AnyRow } from '../../../schemas/kit/resource';
import type { FieldAt } from '../../kind';
import { lookFieldOf } from '../questions/look-field';
import { questionsOf, type Question } from '../questions/questions';

export type Answers = Readonly<AnyRow>;

export const answersOf = (value: unknown): Answers => recordIn(value);

/** The reference to the record with the questions, and the resource it leads to. */
export function askerOf({ resource, name }: FieldAt): { by: string; to: string | undefined } {
  const by = resource.ui?.[name]?.questionsOf ?? '';
  return { by, to: refOf(resource, by)?.to };
}

/** The questions of that record, in their order. */
export function questionsIn({ resource, row }: { resource: AnyResource; row: Answers }): Question[] {
  const name = Object.entries(resource.ui ?? {}).find(([, ui]) => ui?.widget === 'questions')?.[0];
  if (!name) return [];
  const look = lookFieldOf({ resource, name, path: name, field: resource.fields.properties[name] ?? {} });
  return questionsOf(row[name], look ? row[look] : undefined);
}

/** The answers to existing questions; others are never sent. */
export const askedOnly = (questions: readonly Question[], answers: Answers): Answers =>
  Object.fromEntries(questions.flatMap(({ key }) => (Object.hasOwn(answers, key) ? [[key, answers[key]]] : [])));

/** Answers to questions that were removed since. */
export const noLongerAsked = (questions: readonly Question[], answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([key]) => !questions.some((one) => one.key === key)));
