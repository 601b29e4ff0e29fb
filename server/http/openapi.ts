import type { AnyResource } from '../../src/schemas/kit/resource';
import { pluralOf } from '../../src/schemas/kit/resource';
import { isPlain } from '../../src/schemas/kit/wire';
import { scopeNeeded } from '../identity/api-keys';
import { isWrite, type Endpoint } from './endpoints';
import { parametersOf } from './openapi-parameters';
import type { Answer, Document, Operation, Parameter } from './openapi-parts';
import { answerOf, bodyOf, draftOf, envelope, recordOf, refTo, refused } from './openapi-shapes';
import { accessText, wordsOf } from './openapi-words';

/**
 * The product's calls as OpenAPI 3.1, made from the endpoints that are really registered, so that nothing in it can be out of
 * date. The resources may carry a tenant's custom fields. `x-area`, `x-access` and `x-scope` say where an operation is in the
 * menu, whose it is, and what an API key must hold.
 */
export function openApiOf(endpoints: readonly Endpoint[], resources: readonly AnyResource[]): Document {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const resourceOf = ({ name, call }: Endpoint): AnyResource | undefined =>
    call ? undefined : byName.get(name.slice(0, name.lastIndexOf('.')));
  const groups = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints) {
    const place = `${endpoint.method.toLowerCase()} /api/${endpoint.wire.path}`;
    groups.set(place, [...(groups.get(place) ?? []), endpoint]);
  }
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [place, group] of groups) {
    const [method = '', path = ''] = place.split(' ');
    (paths[path] ??= {})[method] = together(group.map((one) => operationOf(one, resourceOf(one))));
  }
  const shown = resources.filter((one) => one.access !== 'nobody');
  return {
    openapi: '3.1.0',
    info: {
      title: 'Prospectus',
      version: '1',
      description:
        'Calls under res/ answer plain HTTP statuses, bare records and totals in headers. All others answer HTTP 200 with an ' +
        "envelope whose 'code' is the outcome. Send a user's token or an API key as bearer.",
    },
    servers: [{ url: '/' }],
    tags: [...new Set([...groups.values()].flat().map((one) => tagOf(resourceOf(one))))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'For a signed-in user; writes also need X-XSRF-TOKEN',
        },
        apiKey: { type: 'http', scheme: 'bearer', description: 'pk_…, created on /docs/keys; limited to its scopes' },
      },
      schemas: {
        Envelope: envelope,
        Refusal: refused,
        ...Object.fromEntries(shown.map((one) => [one.name, recordOf(one)])),
        ...Object.fromEntries(shown.map((one) => [`${one.name}-draft`, draftOf(one)])),
      },
    },
  };
}

const tagOf = (resource: AnyResource | undefined): string => (resource ? pluralOf(resource) : 'Other calls');

function operationOf(endpoint: Endpoint, resource: AnyResource | undefined): Operation {
  const { wire, name, method, twin, call } = endpoint;
  const scope = scopeNeeded(endpoint);
  const body = bodyOf(endpoint, resource);
  const isPublic = endpoint.access === 'public';
  return {
    operationId: `${name}${twin ? '.post' : ''}.${method.toLowerCase()}.${wire.path.replaceAll(/\W+/g, '-')}`,
    summary: wordsOf(endpoint, resource),
    description: accessText(endpoint),
    tags: [tagOf(resource)],
    'x-area': resource?.menu?.group ?? resource?.menu?.entry ?? 'General',
    'x-access': { operation: endpoint.operation, rule: endpoint.access },
    ...(scope ? { 'x-scope': scope } : {}),
    security: isPublic ? [] : [{ session: [] }, ...(scope ? [{ apiKey: [] }] : [])],
    parameters: [
      ...parametersOf(endpoint, resource),
      ...((isWrite(endpoint) || method !== 'GET') && call?.forgery !== false ? [forgeryHeader] : []),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: {
      '200': answerOf(endpoint, resource),
      ...Object.fromEntries(
        (isPlain(wire) ? plainRefusals : envelopeRefusals)(isPublic).map(([code, text]) => [code, refusal(text)]),
      ),
    },
  };
}

/** Create and update may share an address: one operation with both bodies, distinguished by the record's key. */
function together(operations: readonly Operation[]): Operation {
  const first = operations[0]!;
  if (operations.length === 1) return first;
  const bodies = operations.flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}).map(({ schema }) => schema));
  const keyOf = (item: Parameter): string => `${item.in} ${item.name}`;
  const parameters = new Map(operations.flatMap((one) => one.parameters.map((item) => [keyOf(item), item])));
  const sharedBy = (key: string): boolean => operations.every((one) => one.parameters.some((item) => keyOf(item) === key));
  return {
    ...first,
    summary: operations.map((one) => one.summary).join('; with a key: '),
    parameters: [...parameters].map(([key, item]) => (item.in === 'path' || sharedBy(key) ? item : { ...item, required: false })),
    ...(bodies.length
      ? { requestBody: { ...first.requestBody, content: { 'application/json': { schema: { anyOf: bodies } } } } }
      : {}),
  };
}

type Refusal = [status: string, text: string];

const forgeryHeader: Parameter = {
  name: 'X-XSRF-TOKEN',
  in: 'header',
  required: false,
  description: 'The value of the cookie XSRF-TOKEN; not needed with an API key',
  schema: { type: 'string' },
};
const refusal = (description: string): Answer => ({
  description,
  content: { 'application/json': { schema: refTo('Refusal') } },
});
const signedOut: Refusal = ['401', 'No valid token or key'];
const plainRefusals = (isPublic: boolean): Refusal[] => [
  ...(isPublic ? [] : [signedOut, ['403', 'The right, the scope or the anti-forgery header is missing'] satisfies Refusal]),
  ['404', 'The record does not exist'],
  ['409', 'Someone else changed it, it is in use, or a value is already taken'],
  ['413', 'Too large'],
  ['415', 'The content is not JSON'],
  ['422', 'Invalid values, each listed in errors'],
  ['429', 'Too many requests; see Retry-After'],
];
const envelopeRefusals = (isPublic: boolean): Refusal[] => [
  ...(isPublic ? [] : [signedOut]),
  ['403', 'The anti-forgery check failed'],
  ['413', 'Too large'],
  ['415', 'The content is not JSON'],
];
