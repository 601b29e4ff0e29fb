import { defaultInWords, hasDefault } from '../../src/schemas/kit/defaults';
import { originInWords } from '../../src/schemas/kit/derived-words';
import { linkOf } from '../../src/schemas/kit/links';
import { movesInWords } from '../../src/schemas/kit/states';
import { keyOf, titleOf, type AnyResource } from '../../src/schemas/kit/resource';
import { writableFields } from '../../src/schemas/kit/validation-schema';
import { isPlain } from '../../src/schemas/kit/wire';
import { queryShape, type Endpoint } from './endpoints';
import type { Answer, Body, Content, JsonSchema, JsonSchemas } from './openapi-parts';

export const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const content = (schema: JsonSchema, more: Omit<Content[string], 'schema'> = {}): Content => ({
  'application/json': { schema, ...more },
});
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const operationOf = (endpoint: Endpoint): string => endpoint.name.slice(endpoint.name.lastIndexOf('.') + 1);

/** Every answer of a call that is not under res/. */
export const envelope: JsonSchema = {
  type: 'object',
  required: ['code'],
  properties: {
    code: { type: 'integer', description: '200, or the outcome as an HTTP status' },
    message: { type: 'string' },
    data: {},
    count: { type: 'integer' },
  },
};
export const refused: JsonSchema = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'integer', enum: [400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503, 507] },
    message: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string', description: 'Path of the field, with dots: sub_stages.0.name' },
          message: { type: 'string' },
        },
      },
    },
    current: { type: 'object', description: 'On a conflict: the current record' },
  },
};

/** What a client may send. */
export function draftOf(resource: AnyResource): JsonSchema & Required<Pick<JsonSchema, 'properties'>> {
  const names = writableFields(resource);
  return {
    type: 'object',
    title: `${resource.label} draft`,
    required: (resource.fields.required ?? []).filter((name) => names.includes(name) && !hasDefault(resource, name)),
    properties: nested(Object.fromEntries(names.map((name) => [name, described(resource, name)]))),
    ...(resource.examples?.length ? { examples: resource.examples } : {}),
  };
}

/** What a record answers: secrets never, the key also as `id`, texts of references in `_labels`. */
export function recordOf(resource: AnyResource): JsonSchema {
  const key = keyOf(resource);
  const shown = Object.keys(resource.fields.properties).filter((name) => !resource.secret?.includes(name));
  const moment: JsonSchema = { type: ['string', 'null'], format: 'date-time' };
  return {
    type: 'object',
    title: resource.label,
    properties: {
      id: { type: key.type },
      [key.name]: { type: key.type },
      ...nested(Object.fromEntries(shown.map((name) => [name, orNull(described(resource, name))]))),
      created_at: moment,
      updated_at: moment,
      created_by: { type: ['string', 'null'] },
      updated_by: { type: ['string', 'null'] },
      row_version: { type: 'integer', description: 'Send it back with an update, or as If-Match' },
      _labels: { type: 'object', description: 'Display texts of the references, by field' },
      ...(resource.rows?.change
        ? { _may_change: { type: 'boolean', description: 'Whether this caller may change or delete this record' } }
        : {}),
    },
  };
}

/** A tenant's own fields are in the object `custom` on the wire. */
function nested(fields: JsonSchemas): JsonSchemas {
  const own = Object.entries(fields).filter(([name]) => name.startsWith('custom.'));
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith('custom.')));
  if (!own.length) return rest;
  const properties = Object.fromEntries(own.map(([name, field]) => [name.slice('custom.'.length), field]));
  return { ...rest, custom: { ...rest['custom'], type: 'object', properties } };
}

function described(resource: AnyResource, name: string): JsonSchema {
  const field = resource.fields.properties[name]!;
  const ref = resource.refs?.[name];
  const to = typeof ref === 'string' ? ref : ref?.to;
  const moves = resource.states?.field === name ? movesInWords(resource.states) : undefined;
  const about = [
    field.description,
    to ? `Key of ${to}` : linkInWords(resource, name),
    resource.fixed?.includes(name) ? 'Set once' : undefined,
    defaultInWords(resource.defaults?.[name]),
    originOf(resource, name),
    moves,
  ]
    .filter(Boolean)
    .join('. ');
  return {
    title: titleOf(resource, name),
    ...withRows(resource, name, field),
    ...(about ? { description: about } : {}),
    ...(resource.secret?.includes(name) ? { writeOnly: true } : {}),
    ...(resource.readOnly?.includes(name) ? { readOnly: true } : {}),
  };
}

function linkInWords(resource: AnyResource, name: string): string | undefined {
  const link = linkOf(resource, name);
  return (
    link &&
    `Key of a record: ${Object.entries(link.of)
      .map(([choice, to]) => `of ${to} where ${link.by} is ${choice}`)
      .join(', ')}`
  );
}

/** With the formula of what is calculated. */
function originOf(resource: AnyResource, path: string): string | undefined {
  const formula = resource.computed?.[path];
  return formula === undefined ? originInWords(resource, path) : `Calculated: ${formula}`;
}

/** What is said of the fields in a list's rows: which of them the server fills in. */
function withRows(resource: AnyResource, list: string, field: JsonSchema): JsonSchema {
  const rows = field.items?.properties;
  if (!rows) return field;
  const properties = Object.fromEntries(
    Object.entries(rows).map(([name, inner]) => {
      const path = `${list}.*.${name}`;
      const about = originOf(resource, path) ?? defaultInWords(resource.defaults?.[path]);
      const closed = resource.readOnly?.includes(path) ? { readOnly: true } : {};
      return [name, { ...inner, ...(about ? { description: about } : {}), ...closed }];
    }),
  );
  return { ...field, items: { ...field.items, properties } };
}

function orNull(field: JsonSchema): JsonSchema {
  const { type, enum: values, ...rest } = field;
  if (type === undefined) return field;
  return { ...rest, type: [...new Set([type].flat()), 'null'], ...(values ? { enum: [...new Set([...values, null])] } : {}) };
}

/** The request's body: the draft of a resource, the shape of a hand-made call, a file. */
export function bodyOf(endpoint: Endpoint, resource: AnyResource | undefined): Body | undefined {
  const { call, method, twin, wire, multipart } = endpoint;
  if (method === 'GET') return undefined;
  const operation = operationOf(endpoint);
  const named: JsonSchemas = Object.fromEntries(
    wire.body.map((item): [string, JsonSchema] => [
      item.name,
      item.constant === undefined
        ? (resource?.fields.properties[item.field] ?? (item.list ? listOf({ type: 'string' }) : { type: 'string' }))
        : { const: item.constant },
    ]),
  );
  if (call) {
    const shape = twin ? queryShape(call, wire) : call.body;
    if (multipart) return { content: { 'multipart/form-data': { schema: withFile(shape?.properties ?? {}) } } };
    if (!shape && !wire.body.length) return undefined;
    const examples = (call.examples ?? []).flatMap((one) =>
      (twin ? one.query : one.body) === undefined ? [] : [twin ? one.query : one.body],
    );
    const schema: JsonSchema = shape ? { additionalProperties: false, ...shape } : { type: 'object', properties: named };
    return {
      required: (shape?.required?.length ?? 0) > 0,
      content: content(schema, examples.length ? { examples: namedExamples(examples) } : {}),
    };
  }
  if (!resource) return undefined;
  if (operation === 'create')
    return {
      required: true,
      content: multipart
        ? { 'multipart/form-data': { schema: withFile(resource.fields.properties) } }
        : content(
            refTo(`${resource.name}-draft`),
            resource.examples?.length ? { examples: namedExamples(resource.examples) } : {},
          ),
    };
  if (operation === 'update') {
    const { required: _, examples: __, ...draft } = draftOf(resource);
    return {
      required: true,
      content: content({
        ...draft,
        title: `${resource.label} changes`,
        properties: { ...draft.properties, ...named, row_version: { type: 'integer' } },
      }),
    };
  }
  if (operation === 'status')
    return {
      required: true,
      content: content({ type: 'object', required: ['status'], properties: { ...named, status: { enum: [0, 1] } } }),
    };
  if (resource.actions?.[operation]?.multipart) return { content: { 'multipart/form-data': { schema: withFile(named) } } };
  return Object.keys(named).length || twin ? { content: content({ type: 'object', properties: named }) } : undefined;
}
const withFile = (properties: JsonSchemas): JsonSchema => ({
  type: 'object',
  properties: { ...properties, file: { type: 'string', contentMediaType: 'application/octet-stream' } },
});
const namedExamples = (examples: readonly unknown[]): Content[string]['examples'] =>
  Object.fromEntries(examples.map((value, at) => [`example ${at + 1}`.replace(' ', '-'), { value }]));

const totals: Answer['headers'] = {
  'x-total-count': { schema: { type: 'integer' } },
  'x-total-exact': { schema: { enum: ['true', 'false'] }, description: 'false: there are more than 10,000' },
  'x-next': { schema: { type: 'string' } },
  'x-prev': { schema: { type: 'string' } },
};

/** The good answer, in the shape that the call has on the wire (D-046, D-048). */
export function answerOf(endpoint: Endpoint, resource: AnyResource | undefined): Answer {
  const { call, wire, operation } = endpoint;
  const own = operationOf(endpoint);
  const row = resource ? (resource.access === 'nobody' ? {} : refTo(resource.name)) : {};
  if (isPlain(wire)) {
    if (own === 'dashboard') return { description: 'Its cards', content: content(listOf({ type: 'object' })) };
    if (operation === 'list' && !call) return { description: 'The page', headers: totals, content: content(listOf(row)) };
    const known: JsonSchemas = {
      history: listOf({ type: 'object' }),
      usage: {
        type: 'object',
        properties: { count: { type: 'integer' }, text: { type: 'string' }, usage: listOf({ type: 'object' }) },
      },
      delete: { type: 'object', properties: { id: { type: resource ? keyOf(resource).type : 'string' } } },
    };
    return { description: 'Done', content: content(call ? (call.reply ?? {}) : (known[own] ?? row)) };
  }
  return {
    description: "The outcome is in 'code'",
    content: content({ allOf: [refTo('Envelope'), { type: 'object', properties: dataOf() }] }),
  };

  function dataOf(): JsonSchemas {
    if (call) return { ...call.reply?.properties };
    if (!resource) return {};
    const list = own === 'list' ? (resource.reply?.list ?? 'data+count') : 'data+count';
    if (operation === 'list') {
      const pick = resource.lists?.[own]?.pick;
      const rows = listOf(pick ? { type: 'object', properties: Object.fromEntries(pick.map((name) => [name, {}])) } : row);
      const count: JsonSchema = { type: 'integer' };
      if (list === 'data.data+count') return { data: { type: 'object', properties: { data: rows, count } } };
      return list === 'data+totalDocuments'
        ? { data: rows, totalDocuments: count }
        : list === 'data'
          ? { data: rows }
          : { data: rows, count };
    }
    if (own === 'read') return { data: resource.reply?.read === 'data[0]' ? listOf(row) : row };
    if (['create', 'update', 'status'].includes(own)) {
      const named = resource.reply?.create ?? ['id'];
      return {
        data:
          named === 'row'
            ? row
            : { type: 'object', properties: Object.fromEntries([...named, 'row_version'].map((name) => [name, {}])) },
      };
    }
    return {};
  }
}
