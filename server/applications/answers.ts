import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { plainErrors, type SchemaError } from '../../src/schemas/kit/messages';
import type { FieldError } from '../../src/schemas/kit/problem';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { unstorableText } from '../../src/schemas/kit/storable';
import { patternOf } from '../domain/patterns';

type Answers = Readonly<Record<string, unknown>>;
export interface FormSchema {
  readonly type: 'object';
  readonly required?: readonly string[];
  readonly properties?: AnyResource['fields']['properties'];
}

/** Patterns of a tenant run in an engine whose time grows with the text alone; one that it does not read is none of a form's. */
const regExp = Object.assign(
  (pattern: string) => {
    const compiled = patternOf(pattern);
    if (!compiled) throw new Error(`the pattern ${pattern} cannot be used`);
    // ajv tells patterns apart by their text.
    return { test: (text: string) => compiled.finds(text), toString: () => pattern };
  },
  { code: 'patternOf' },
);
const known = new Map<string, ValidateFunction>();

/** What is wrong in an applicant's answers, by `answers.<field>`. A draft may leave out what is required. */
export function wrongAnswers(schema: FormSchema, answers: unknown, whole: boolean): FieldError[] {
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers))
    return [{ path: 'answers', message: 'Answers must be an object' }];
  const strict = { ...schema, additionalProperties: false, required: whole ? (schema.required ?? []) : [] };
  const validate = validatorOf(JSON.stringify(strict));
  if (validate(answers)) return unstorable(answers as Answers);
  const form = { name: 'answers', label: 'Answers', access: 'nobody', fields: strict } as unknown as AnyResource;
  return plainErrors(form, (validate.errors ?? []) as SchemaError[])
    .slice(0, 50)
    .map((one) => ({ ...one, path: `answers.${one.path}` }));
}

/** The share of the required questions that are answered; of all, where none is required. */
export function progressOf(schema: FormSchema, answers: Answers): number {
  const names = schema.required?.length ? schema.required : Object.keys(schema.properties ?? {});
  if (!names.length) return 100;
  const filled = names.filter((name) => answers[name] !== undefined && answers[name] !== null && answers[name] !== '');
  return Math.round((filled.length * 100) / names.length);
}

function validatorOf(schema: string): ValidateFunction {
  const cached = known.get(schema);
  if (cached) return cached;
  if (known.size > 200) known.clear();
  // A compiler of its own each time: what it keeps goes with the validator.
  const ajv = new Ajv2020({ allErrors: true, strict: false, code: { regExp }, unicodeRegExp: false });
  (addFormatsModule as unknown as (ajv: Ajv2020) => void)(ajv);
  const validate = ajv.compile(JSON.parse(schema) as object);
  known.set(schema, validate);
  return validate;
}

function unstorable(answers: Answers): FieldError[] {
  const odd = Object.entries(answers).find(([, value]) =>
    unstorableText.test(JSON.stringify(value).replaceAll('\\u0000', '\u0000')),
  );
  return odd ? [{ path: `answers.${odd[0]}`, message: 'Answers hold a character that cannot be stored' }] : [];
}
