import type { Shape } from '../../src/schemas/kit/call';
import type { Field, Fields } from '../../src/schemas/kit/field';
import { keyOf, type AnyResource } from '../../src/schemas/kit/resource';
import { isPlain } from '../../src/schemas/kit/wire';
import { isWrite, queryShape, type Endpoint } from './endpoints';

/** The product's calls as OpenAPI 3.1, made from the endpoints that are really registered. */
export function openApiOf(endpoints: readonly Endpoint[], resources: readonly AnyResource[]): Record<string, unknown> {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = `/api/${endpoint.wire.path}`;
    const methods = (paths[path] ??= {});
    // Two operations at one address (create and update by the key in the body): the first is described.
    methods[endpoint.method.toLowerCase()] ??= operationOf(endpoint, byName.get(endpoint.name.split('.')[0]!));
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Prospectus', version: '1' },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Envelope: envelope, ...Object.fromEntries(resources.map((resource) => [resource.name, recordOf(resource)])) },
    },
  };
}

const envelope = {
  type: 'object',
  required: ['code'],
  properties: {
    code: { type: 'integer' },
    message: { type: 'string' },
    data: {},
    count: { type: 'integer' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
  },
};
const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: unknown) => ({ 'application/json': { schema } });

function operationOf(endpoint: Endpoint, resource: AnyResource | undefined): Record<string, unknown> {
  const { call, wire, operation, name, method, twin } = endpoint;
  const query = call ? queryShape(call, wire) : undefined;
  const body = call ? (twin ? query : call.body) : undefined;
  const writes = operation === 'create' || operation === 'update' || operation === 'status';
  const draft = body ?? (resource && writes && method !== 'GET' ? draftOf(resource) : undefined);
  return {
    operationId: `${name}${twin ? '.post' : ''}.${method.toLowerCase()}.${wire.path.replaceAll(/\W+/g, '-')}`,
    tags: [resource?.name ?? 'calls'],
    ...(endpoint.access === 'public' ? { security: [] } : { security: [{ bearer: [] }] }),
    parameters: [
      ...wire.params.map((item) => ({ name: item.name, in: 'path', required: true, schema: { type: 'string' } })),
      ...(twin ? [] : queryParameters(endpoint, query, resource)),
      ...(isWrite(endpoint) || method !== 'GET'
        ? [{ name: 'X-XSRF-TOKEN', in: 'header', required: true, schema: { type: 'string' } }]
        : []),
    ],
    ...(draft && method !== 'GET'
      ? {
          requestBody: {
            content: endpoint.multipart ? { 'multipart/form-data': { schema: draft } } : json(draft),
          },
        }
      : {}),
    responses: responsesOf(endpoint, resource),
  };
}

function queryParameters({ wire }: Endpoint, query: Shape | undefined, resource: AnyResource | undefined) {
  const fields: Fields = (query?.properties ?? resource?.fields.properties ?? {}) as Fields;
  return wire.query.map((item) => ({
    name: item.list ? `${item.name}[]` : item.name,
    in: 'query',
    required: query?.required?.includes(item.name) ?? item.constant !== undefined,
    schema: item.constant === undefined ? (fields[item.field] ?? ({ type: 'string' } satisfies Field)) : { const: item.constant },
  }));
}

function responsesOf({ wire, operation, call }: Endpoint, resource: AnyResource | undefined) {
  if (!isPlain(wire)) {
    const schema = call?.reply ? { allOf: [refTo('Envelope'), call.reply] } : refTo('Envelope');
    return {
      '200': { description: "The outcome stands in 'code'", content: json(schema) },
      '401': { description: 'No valid token', content: json(refTo('Envelope')) },
      '403': { description: 'The anti-forgery check failed', content: json(refTo('Envelope')) },
    };
  }
  const row = resource ? refTo(resource.name) : {};
  return {
    '200': { description: 'Done', content: json(operation === 'list' ? { type: 'array', items: row } : row) },
    default: { description: 'Refused', content: json(refTo('Envelope')) },
  };
}

function draftOf(resource: AnyResource): Record<string, unknown> {
  const closed = new Set<string>(resource.readOnly ?? []);
  const properties = Object.fromEntries(Object.entries(resource.fields.properties).filter(([name]) => !closed.has(name)));
  return { type: 'object', properties: { ...properties, row_version: { type: 'integer' } } };
}
function recordOf(resource: AnyResource): Record<string, unknown> {
  const secret = new Set<string>(resource.secret ?? []);
  const properties = Object.fromEntries(Object.entries(resource.fields.properties).filter(([name]) => !secret.has(name)));
  return {
    type: 'object',
    title: resource.label,
    properties: { [keyOf(resource).name]: { type: keyOf(resource).type }, ...properties },
  };
}
