import type { Field } from '../../../schemas/kit/field';
import { isRecord, recordIn } from '../../../schemas/kit/is-record';
import { words } from '../../kind';

export interface Question {
  /** The name of the answer in the data. */
  readonly key: string;
  readonly field: Field;
  readonly required: boolean;
}
export const orderKey = 'ui:order';
const phonePattern = '^\\+?[0-9]{6,15}$';
const phonePatterns = new Set([phonePattern, '^[0-9]{10}$']);

/** The types of questions, with the schema of a new question of each type. */
export const questionTypes = {
  text: { label: 'Short text', field: { type: 'string', maxLength: 200 } },
  long: { label: 'Long text', field: { type: 'string', maxLength: 2000 } },
  email: { label: 'Email', field: { type: 'string', format: 'email' } },
  phone: { label: 'Phone', field: { type: 'string', pattern: phonePattern } },
  url: { label: 'Web address', field: { type: 'string', format: 'uri' } },
  integer: { label: 'Whole number', field: { type: 'integer' } },
  number: { label: 'Number', field: { type: 'number' } },
  date: { label: 'Date', field: { type: 'string', format: 'date' } },
  datetime: { label: 'Date and time', field: { type: 'string', format: 'date-time' } },
  boolean: { label: 'Yes or no', field: { type: 'boolean' } },
  choice: { label: 'Single choice', field: { type: 'string', enum: ['Option 1', 'Option 2'] } },
  choices: {
    label: 'Multiple choice',
    field: { type: 'array', items: { type: 'string', enum: ['Option 1', 'Option 2'] }, uniqueItems: true },
  },
} as const satisfies Readonly<Record<string, { label: string; field: Field }>>;
export type QuestionType = keyof typeof questionTypes;
const isQuestionType = (name: string): name is QuestionType => Object.hasOwn(questionTypes, name);
export const questionTypeNames = Object.keys(questionTypes).filter(isQuestionType);

const isTexts = (values: unknown): values is string[] => Array.isArray(values) && values.every((one) => typeof one === 'string');

/** Undefined if the schema has more than the editor can show: it is kept as it is. */
export function typeOf(field: Field): QuestionType | undefined {
  if (field.enum) return field.type === 'string' && isTexts(field.enum) ? 'choice' : undefined;
  if (field.type === 'array') return isTexts(field.items?.enum) ? 'choices' : undefined;
  if (field.type === 'boolean' || field.type === 'integer' || field.type === 'number') return field.type;
  if (field.type !== 'string') return undefined;
  if (field.format === 'email' || field.format === 'date') return field.format;
  if (field.format === 'uri') return 'url';
  if (field.format === 'date-time') return 'datetime';
  if (field.pattern !== undefined && phonePatterns.has(field.pattern)) return 'phone';
  return (field.maxLength ?? 0) > 300 ? 'long' : 'text';
}

export const labelOf = ({ key, field }: Question): string => field.title ?? words(key);
export const optionsOf = (field: Field): readonly string[] => (field.enum ?? field.items?.enum ?? []).map(String);
/** The questions in the order of `ui:order`; others follow. */
export function questionsOf(schema: unknown, look: unknown): Question[] {
  const properties = recordIn(recordIn(schema)['properties']);
  const required = isRecord(schema) && Array.isArray(schema['required']) ? schema['required'] : [];
  const order = isRecord(look) && isTexts(look[orderKey]) ? look[orderKey] : [];
  const named = [...new Set(order)].filter((key) => Object.hasOwn(properties, key));
  const rest = Object.keys(properties).filter((key) => !named.includes(key));
  const wild = order.indexOf('*');
  const before = wild < 0 ? named : named.filter((key) => order.indexOf(key) < wild);
  const after = named.filter((key) => !before.includes(key));
  return [...before, ...rest, ...after].map((key) => ({
    key,
    field: recordIn(properties[key]) as Field,
    required: required.includes(key),
  }));
}
