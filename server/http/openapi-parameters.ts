import type { Field, Fields } from '../../src/schemas/kit/field';
import { filterName, isOnlySearched } from '../../src/schemas/kit/list-query';
import { keyOf, type AnyResource } from '../../src/schemas/kit/resource';
import { isPlain, keyNames } from '../../src/schemas/kit/wire';
import { isWrite, queryShape, type Endpoint } from './endpoints';
import type { JsonSchema, Parameter } from './openapi-parts';

const inQuery = (name: string, schema: JsonSchema, more: Pick<Parameter, 'required' | 'description'> = {}): Parameter => ({
  name,
  in: 'query',
  schema,
  ...more,
});

/** Path and query of a call: what its wire names, and of a list its paging, search, order and filters. */
export function parametersOf(endpoint: Endpoint, resource: AnyResource | undefined): Parameter[] {
  const { wire, call, twin, operation } = endpoint;
  const path = wire.params.map((item): Parameter => ({
    name: item.name,
    in: 'path',
    required: true,
    schema: resource && keyNames.some((name) => name === item.name) ? { type: keyOf(resource).type } : { type: 'string' },
  }));
  if (twin) return path;
  const shape = call ? queryShape(call, wire) : undefined;
  const fields: Fields = shape?.properties ?? resource?.fields.properties ?? {};
  const named = wire.query.map((item) =>
    inQuery(item.list ? `${item.name}[]` : item.name, schemaOf(item.constant, fields[item.field], item.list), {
      required: item.constant !== undefined || (shape?.required ?? []).includes(item.name),
    }),
  );
  const further = Object.entries<Field>(call?.query?.properties ?? {})
    .filter(([name]) => !wire.query.some((item) => item.name === name))
    .map(([name, field]) => inQuery(name, field, { required: call?.query?.required?.includes(name) ?? false }));
  const own = [...named, ...further];
  const extra = !resource ? [] : operation === 'list' ? listParameters(endpoint, resource) : writesByQuery(endpoint, resource);
  const known = new Set(own.map((one) => one.name));
  return [...path, ...own, ...extra.filter((one) => !known.has(one.name))];
}

function schemaOf(constant: string | undefined, field: Field | undefined, list: boolean): JsonSchema {
  if (constant !== undefined) return { const: constant };
  if (field) return list && field.type !== 'array' ? { type: 'array', items: field } : field;
  return list ? { type: 'array', items: { type: 'string' } } : { type: 'string' };
}

const whole: JsonSchema = { type: 'integer', minimum: 0 };

/** A list that answers everything takes no page. */
function listParameters({ wire, name }: Endpoint, resource: AnyResource): Parameter[] {
  const further = resource.lists?.[name.slice(name.lastIndexOf('.') + 1)];
  const sort = [...new Set([...(resource.sort ?? []), keyOf(resource).name])];
  const filters = (further?.paged === false ? [] : (resource.filter ?? [])).map((field) => ({
    ...inQuery(filterName({ field, operator: 'eq' }), resource.fields.properties[field] ?? { type: 'string' }),
    description: `Also ${field}_ne, _like, _gte, _between=last_7_days, _null=true and the other operators; given twice: any of them`,
  }));
  if (further?.paged === false) return filters;
  const parts = (resource.search ?? []).filter((field) => isOnlySearched(resource, field));
  const paging = isPlain(wire)
    ? [
        inQuery('_start', whole),
        inQuery('_end', whole),
        inQuery('_sort', { enum: sort }),
        inQuery('_order', { enum: ['ASC', 'DESC'] }),
      ]
    : [
        inQuery('page_number', whole),
        inQuery('limit', { type: 'integer', minimum: 1, maximum: 100 }),
        inQuery('sort', { enum: sort }),
        inQuery('order', { enum: ['asc', 'desc'] }),
      ];
  return [
    ...paging,
    ...parts.map((field) => inQuery(`${field}_like`, { type: 'string' })),
    ...(resource.search?.length ? [inQuery(isPlain(wire) ? 'q' : 'search', { type: 'string', maxLength: 200 })] : []),
    inQuery('after', { type: 'string' }, { description: 'The x-next cursor of the previous page' }),
    inQuery('before', { type: 'string' }, { description: 'The x-prev cursor of the next page' }),
    inQuery('count', { const: 'exact' }, { description: 'Also count beyond 10,000' }),
    ...filters,
  ];
}

/** A write that travels as GET carries the whole draft in its query (D-051). */
function writesByQuery(endpoint: Endpoint, resource: AnyResource): Parameter[] {
  const operation = endpoint.name.slice(endpoint.name.lastIndexOf('.') + 1);
  if (!isWrite(endpoint) || endpoint.method !== 'GET' || !['create', 'update', 'status'].includes(operation)) return [];
  return Object.entries(resource.fields.properties)
    .filter(([name]) => !resource.readOnly?.includes(name))
    .map(([name, field]) =>
      inQuery(name, field, { required: operation === 'create' && (resource.fields.required ?? []).includes(name) }),
    );
}
