// A Frappe doctype (its JSON, one or a list of them) as a JSON Schema.
import { isObject } from './merge.mjs';
import { pointsTo } from './notes.mjs';

export const isDoctype = (data) => {
  const [first] = [data].flat();
  return isObject(first) && Array.isArray(first.fields) && first.fields.every((one) => isObject(one) && 'fieldtype' in one);
};

const layout = ['Section Break', 'Column Break', 'Tab Break', 'Fold', 'Heading', 'HTML', 'Button', 'Image'];
const texts = ['Small Text', 'Long Text', 'Text', 'Markdown Editor', 'HTML Editor'];

export function schemaOfDoctypes(data) {
  const all = [data].flat();
  const parts = new Map(all.map((one) => [String(one.name ?? 'DocType'), schemaOf(one)]));
  return { $defs: Object.fromEntries(parts) };
}

function schemaOf({ fields, autoname, is_submittable, is_tree, description }) {
  const taken = fields.filter(({ fieldname, fieldtype }) => fieldname && !layout.includes(fieldtype));
  const sections = fields.filter(({ fieldtype, label }) => fieldtype.endsWith('Break') && label).map(({ label }) => `'${label}'`);
  return {
    type: 'object',
    additionalProperties: false,
    ...(description ? { description } : {}),
    properties: Object.fromEntries(taken.map((field) => [field.fieldname, propertyOf(field)])),
    required: taken.filter((field) => on(field.reqd)).map((field) => field.fieldname),
    'x-prospectus-notes': [
      ...(sections.length ? [`Sections and tabs (${sections.join(', ')}) are left out; see 'groups' in the guide.`] : []),
      ...(autoname ? [`Names by '${autoname}' are left out: each record has a key of its own.`] : []),
      ...(on(is_submittable) ? ['Submit, cancel and amend are left out.'] : []),
      ...(on(is_tree) ? ['That records form a tree is left out.'] : []),
    ],
  };
}
const on = (value) => value === 1 || value === '1' || value === true;

function propertyOf(field) {
  const notes = [
    ['depends_on', "when it is shown is left out; see 'when' in the guide"],
    ['mandatory_depends_on', "when it is required is left out; see 'when' in the guide"],
    ['read_only_depends_on', 'when it can be changed is left out'],
    ['fetch_from', 'that it is fetched from another record is left out'],
    ['read_only', "that people cannot change it is left out; see 'readOnly' in the guide"],
    ['set_only_once', "that it is set once is left out; see 'fixed' in the guide"],
  ].flatMap(([key, reason]) => (field[key] && field[key] !== '0' ? [reason] : []));
  const { note, ...shape } = shapeOf(field);
  return {
    ...(field.label ? { title: field.label } : {}),
    ...(field.description ? { description: field.description } : {}),
    ...shape,
    ...defaultOf(field, shape),
    ...(on(field.unique) ? { 'x-prospectus-unique': true } : {}),
    'x-prospectus-notes': [...notes, ...(note ? [note] : [])],
  };
}

function shapeOf({ fieldtype, options, length, non_negative }) {
  const least = on(non_negative) ? { minimum: 0 } : {};
  const most = Number(length) > 0 ? Number(length) : undefined;
  if (texts.includes(fieldtype))
    return {
      type: 'string',
      'x-prospectus-long': true,
      ...(fieldtype.endsWith('Text') || fieldtype === 'Text' ? {} : { note: `it was a '${fieldtype}': kept as plain text` }),
    };
  switch (fieldtype) {
    case 'Int':
      return { type: 'integer', ...least };
    case 'Float':
      return { type: 'number', ...least };
    case 'Currency':
      return { type: 'number', ...least, 'x-prospectus-widget': 'currency', ...currencyOf(options) };
    case 'Percent':
      return { type: 'number', ...least, 'x-prospectus-widget': 'percent' };
    case 'Duration':
      return { type: 'integer', minimum: 0, 'x-prospectus-widget': 'duration', 'x-prospectus-ui': { unit: 'seconds' } };
    case 'Rating':
      return ratingOf(options);
    case 'Check':
      return { type: 'boolean' };
    case 'Select':
      return choicesOf(options);
    case 'Date':
      return { type: 'string', format: 'date' };
    case 'Datetime':
      return { type: 'string', format: 'date-time' };
    case 'Time':
      return { type: 'string', format: 'time' };
    case 'Color':
      return { type: 'string', maxLength: 20, 'x-prospectus-widget': 'color' };
    case 'Password':
      return { type: 'string', format: 'password', maxLength: 300 };
    case 'Phone':
      return { type: 'string', maxLength: 30, 'x-prospectus-widget': 'phone' };
    case 'Attach':
    case 'Attach Image':
      return { type: 'string', format: 'uri-reference', 'x-prospectus-file': true };
    case 'Link':
    case 'Dynamic Link':
      return {
        type: 'string',
        maxLength: most ?? 140,
        note: pointsTo(options || 'other records'),
      };
    case 'Table':
    case 'Table MultiSelect':
      return options ? { type: 'array', items: { $ref: `#/$defs/${options.replaceAll('~', '~0').replaceAll('/', '~1')}` } } : {};
    case 'Geolocation':
      return {
        type: 'string',
        maxLength: 40,
        'x-prospectus-widget': 'geo',
        example: '18.52, 73.86',
        note: 'one place as latitude and longitude; shapes on the map are left out',
      };
    case 'Text Editor':
      return { type: 'string', 'x-prospectus-long': true, 'x-prospectus-widget': 'rich-text' };
    case 'Code':
      return {
        type: 'string',
        'x-prospectus-long': true,
        'x-prospectus-widget': 'code',
        ...(options === 'JSON' ? { 'x-prospectus-ui': { language: 'json' } } : {}),
      };
    case 'JSON':
      return {};
    default:
      return dataOf(options, most, fieldtype);
  }
}

/** The currency of an amount: named here, or left to another field. */
function currencyOf(options) {
  if (!options) return {};
  if (/^[A-Z]{3}$/.test(options)) return { 'x-prospectus-ui': { code: options } };
  return { note: `its currency is in '${options}': shown as rupees, unless ui names a code` };
}

/** There a part of 1, here stars. */
function ratingOf(options) {
  const stars = Number(options) >= 3 && Number(options) <= 10 ? Number(options) : 5;
  return {
    type: 'integer',
    minimum: 1,
    maximum: stars,
    'x-prospectus-widget': 'rating',
    note: `values from 0 to 1 become 1 to ${stars} stars`,
  };
}

function dataOf(options, most, fieldtype) {
  const formats = { Email: { format: 'email' }, URL: { format: 'uri' }, Phone: { 'x-prospectus-widget': 'phone' } };
  const note = fieldtype === 'Data' || fieldtype === 'Read Only' ? {} : { note: `it was a '${fieldtype}': kept as text` };
  return { type: 'string', maxLength: most ?? (options === 'URL' ? 2048 : 140), ...formats[options], ...note };
}

function choicesOf(options) {
  const all = String(options ?? '')
    .split('\n')
    .map((one) => one.trim());
  return all.some(Boolean) ? { type: 'string', enum: all.filter(Boolean) } : { type: 'string', maxLength: 140 };
}

function defaultOf({ default: value }, { type, format, enum: choices }) {
  if (format?.startsWith('date') && /^(today|now)$/i.test(value ?? '')) return { 'x-prospectus-now': true };
  if (value === undefined || value === null || value === '') return {};
  if (type === 'boolean') return { default: on(value) || value === 'true' };
  if (type === 'integer' || type === 'number') return { default: Number.isFinite(Number(value)) ? Number(value) : value };
  return { default: choices ? (choices.find((one) => one === value) ?? value) : value };
}
