import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isRecord } from '../../src/schemas/kit/is-record';
import { plainErrors } from '../../src/schemas/kit/messages';
import type { FieldError } from '../../src/schemas/kit/problem';
import type { AnyResource, AnyRow } from '../../src/schemas/kit/resource';
import { unstorableText } from '../../src/schemas/kit/storable';
import { patternOf } from '../domain/patterns';

export interface FormSchema {
  readonly type: 'object';
  readonly required?: readonly string[];
  readonly properties?: AnyResource['fields']['properties'];
}

export const isFormSchema = (value: unknown): value is FormSchema =>
  isRecord(value) && value.type === 'object' && (value.properties === undefined || isRecord(value.properties));

/**
 * Tenants' patterns run in an engine whose time grows only with the length of the text; a form cannot use a pattern it does not
 * support.
 */
const regExp = Object.assign(
  (pattern: string) => {
    const compiled = patternOf(pattern);
    if (!compiled) throw new Error(`the pattern ${pattern} cannot be used`);
    // ajv identifies patterns by their text.
    return { test: (text: string) => compiled.finds(text), toString: () => pattern };
  },
  { code: 'patternOf' },
);
const known = new Map<string, ValidateFunction>();

/** Errors in an applicant's answers, by `answers.<field>`. A draft can leave out required answers. */
export function wrongAnswers(schema: FormSchema, answers: unknown, whole: boolean): FieldError[] {
  if (!isRecord(answers)) return [{ path: 'answers', message: 'Answers must be an object' }];
  const strict = { ...schema, additionalProperties: false as const, required: whole ? (schema.required ?? []) : [] };
  const validate = validatorOf(JSON.stringify(strict));
  if (validate(answers)) return unstorable(answers);
  const fields = { ...strict, properties: schema.properties ?? {} } as const;
  const form: AnyResource = { name: 'answers', label: 'Answers', access: 'nobody', fields };
  return plainErrors(form, validate.errors ?? [])
    .slice(0, 50)
    .map((one) => ({ ...one, path: `answers.${one.path}` }));
}

/** The share of the required questions that are answered; of all, where none is required. */
export function progressOf(schema: FormSchema, given: unknown): number {
  const answers = isRecord(given) ? given : {};
  const names = schema.required?.length ? schema.required : Object.keys(schema.properties ?? {});
  if (!names.length) return 100;
  const filled = names.filter((name) => answers[name] !== undefined && answers[name] !== null && answers[name] !== '');
  return Math.round((filled.length * 100) / names.length);
}

function validatorOf(schema: string): ValidateFunction {
  const cached = known.get(schema);
  if (cached) return cached;
  if (known.size > 200) known.clear();
  // A new compiler each time, so that its cache is freed with the validator.
  const ajv = new Ajv2020({ allErrors: true, strict: false, code: { regExp }, unicodeRegExp: false });
  addFormats(ajv);
  const validate = ajv.compile(JSON.parse(schema));
  known.set(schema, validate);
  return validate;
}

function unstorable(answers: AnyRow): FieldError[] {
  const odd = Object.entries(answers).find(([, value]) =>
    unstorableText.test(JSON.stringify(value).replaceAll('\\u0000', '\u0000')),
  );
  return odd ? [{ path: `answers.${odd[0]}`, message: 'Answers contain a character that cannot be stored' }] : [];
}
