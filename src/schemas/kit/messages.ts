import { counted } from './counted';
import type { Field } from './field';
import type { FieldError } from './problem';
import { points, requiredMessage } from './required-message';
import { humanize, titleOf, type AnyResource, type AnyRow } from './resource';
import { schemaRules } from './validation-schema';

/** An error of ajv, from the server's validator or the browser's precompiled one. */
export interface SchemaError {
  readonly keyword: string;
  /** JSON pointer of the value: '/sub_stages/0/name'. */
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<AnyRow>;
}

/** The validator's errors in plain words, the first one per field. */
export function plainErrors(resource: AnyResource, errors: readonly SchemaError[]): FieldError[] {
  const plain = new Map<string, FieldError>();
  for (const error of errors) {
    const found = plainError(resource, error);
    if (found && !plain.has(found.path)) plain.set(found.path, found);
  }
  return [...plain.values()];
}

/** Null if another error of the same validation says it better. */
export function plainError(resource: AnyResource, error: SchemaError): FieldError | null {
  if (error.keyword === 'if' || error.schemaPath.includes('/anyOf/')) return null;
  const rule = schemaRules(resource)[Number(/^#\/allOf\/(\d+)\//.exec(error.schemaPath)?.[1] ?? Number.NaN)];
  const path = pathOf(error);
  if (rule && 'oneOf' in rule) return { path: [...path, rule.oneOf[0]!].join('.'), message: rule.message };
  if (rule && 'then' in rule && rule.then.message) return { path: path.join('.'), message: rule.then.message };
  const missing = isMissing(error);
  const messages = resource.messages?.[path[0] ?? ''];
  const own = messages?.[error.keyword] ?? (missing ? messages?.['required'] : undefined);
  if (own && path.length === 1) return { path: path.join('.'), message: own };
  if (error.keyword === 'additionalProperties') return { path: path.join('.'), message: `${path.at(-1)} is not a field here` };
  const { around, title, field } = describe(resource, path);
  if (!missing) return { path: path.join('.'), message: `${around}${title} ${wordsOf(error, field, labelsOf(resource, path))}` };
  const refers = points(resource, path.map((part) => (isRow(part) ? '*' : part)).join('.'));
  return { path: path.join('.'), message: `${around}${requiredMessage(title, field, refers)}` };
}

/** A required value that is not there, or is an empty text or list. */
const isMissing = ({ keyword, params }: SchemaError): boolean =>
  keyword === 'required' || ((keyword === 'minLength' || keyword === 'minItems') && params['limit'] === 1);
const isRow = (part: string): boolean => /^\d+$/.test(part);

/** 'Name' for a field, 'Sub stages, row 2: Name' inside a list, 'Guardian: Phone' inside an object. */
export function titleOfPath(resource: AnyResource, path: readonly string[]): string {
  const { around, title } = describe(resource, path);
  return around + title;
}

/** Where the value stands; of a missing or superfluous one the place it would have. */
function pathOf(error: SchemaError): string[] {
  const path = error.instancePath.split('/').slice(1).map(unescape);
  const inner = error.params['missingProperty'] ?? error.params['additionalProperty'];
  return typeof inner === 'string' ? [...path, inner] : path;
}
const unescape = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** The field at a path: its own title, and the titles of the list or object `around` it. */
function describe(resource: AnyResource, path: readonly string[]): { around: string; title: string; field: Field | undefined } {
  const [first = '', ...rest] = path;
  let around = '';
  let title = titleOf(resource, first);
  let field: Field | undefined = resource.fields.properties[first];
  for (const part of rest) {
    if (isRow(part) && field?.items) {
      title += `, row ${Number(part) + 1}`;
      field = field.items;
    } else {
      field = field?.properties?.[part];
      around += `${title}: `;
      title = field?.title ?? humanize(part);
    }
  }
  return { around, title, field };
}

const labelsOf = (resource: AnyResource, path: readonly string[]): Readonly<Record<string, string>> =>
  (path.length === 1 && resource.ui?.[path[0]!]?.labels) || {};

function wordsOf(error: SchemaError, field: Field | undefined, labels: Readonly<Record<string, string>>): string {
  const limit = Number(error.params['limit']);
  switch (error.keyword) {
    case 'minLength':
      return `must have ${counted(limit, 'character')} or more`;
    case 'maxLength':
      return `can have up to ${counted(limit, 'character')}`;
    case 'minItems':
      return `must have ${counted(limit, 'entry', 'entries')} or more`;
    case 'maxItems':
      return `can have up to ${counted(limit, 'entry', 'entries')}`;
    case 'uniqueItems':
      return 'must not contain duplicates';
    case 'minimum':
      return `must be ${limit} or more`;
    case 'maximum':
      return `must be ${limit} or less`;
    case 'multipleOf':
      return `must be a multiple of ${String(error.params['multipleOf'])}`;
    case 'enum':
      return choices(field?.enum ?? [], labels);
    case 'format':
      return formats[String(error.params['format'])] ?? 'is not in the expected format';
    case 'type':
      return types[String([error.params['type']].flat()[0])] ?? 'is not in the expected format';
    default:
      return 'is not in the expected format';
  }
}

function choices(values: readonly unknown[], labels: Readonly<Record<string, string>>): string {
  const texts = values.filter((value) => value !== null).map((value) => labels[String(value)] ?? String(value));
  return texts.length > 0 && texts.length <= 8 ? `must be one of ${texts.join(', ')}` : 'is not one of the choices';
}

const formats: Readonly<Record<string, string>> = {
  email: 'must be a valid email address',
  uri: 'must be a web address that starts with http:// or https://',
  'uri-reference': 'must be a web address',
  date: 'must be a date',
  'date-time': 'must be a date and time',
};
const types: Readonly<Record<string, string>> = {
  string: 'must be text',
  integer: 'must be a whole number',
  number: 'must be a number',
  boolean: 'must be Yes or No',
  array: 'must be a list',
  object: 'is not in the expected format',
};
