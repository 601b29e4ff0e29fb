import { accessCodes } from './access-codes';
import { fieldKeywords, type Field } from './field';
import { parseWire } from './wire';
import type { AnyResource } from './resource';

/**
 * What the compiler cannot see in a schema file, checked when the file is loaded: each sentence names the resource, the key
 * and what to write instead.
 */
export function checkResource(resource: AnyResource): void {
  const known = new Set([
    ...Object.keys(resource.fields.properties),
    resource.key?.name ?? 'id',
    'id',
    'created_at',
    'updated_at',
    'created_by',
    'updated_by',
    'row_version',
    'deleted_at',
  ]);
  const fail = (key: string, what: string): never => {
    throw new Error(`schema '${resource.name}', ${key}: ${what}`);
  };

  if (!/^[a-z][a-z0-9-]*$/.test(resource.name))
    fail('name', `'${resource.name}' must be kebab-case, for example 'sms-templates'`);
  for (const [name, field] of Object.entries(resource.fields.properties)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) fail(`fields.${name}`, 'a field name holds letters, digits and underscores');
    if (systemNames.has(name)) fail(`fields.${name}`, 'is a system column; leave it out');
    checkField(`fields.${name}`, field, fail);
  }
  for (const name of resource.fields.required ?? []) if (!known.has(name)) fail('fields.required', `'${name}' is not a field`);
  for (const list of ['columns', 'filter', 'sort', 'search', 'readOnly', 'fixed', 'secret', 'personal', 'files'] as const) {
    for (const name of resource[list] ?? [])
      if (!known.has(name)) fail(list, `'${name}' is not a field; one of ${[...known].join(', ')}`);
  }
  if (resource.customFields && resource.fields.properties['custom']?.type !== 'object')
    fail('customFields', "the values need a field: write custom: { type: 'object' }");
  for (const path of Object.keys(resource.refs ?? {}))
    if (!known.has(path.split('.')[0]!)) fail(`refs.${path}`, 'starts with no field');
  for (const [operation, wires] of Object.entries(resource.wire ?? {})) {
    for (const wire of [wires].flat())
      if (wire !== 'none')
        try {
          parseWire(wire);
        } catch (error) {
          fail(`wire.${operation}`, (error as Error).message);
        }
  }
  const codes = typeof resource.access === 'object' && 'code' in resource.access ? [resource.access.code ?? []].flat() : [];
  for (const code of codes)
    if (!(accessCodes as readonly string[]).includes(code)) fail('access.code', `'${code}' is not in kit/access-codes.ts`);
}

const systemNames = new Set(['created_at', 'updated_at', 'created_by', 'updated_by', 'row_version', 'deleted_at', 'tenant_id']);

function checkField(at: string, field: Field, fail: (key: string, what: string) => never): void {
  for (const keyword of Object.keys(field)) {
    if (!(fieldKeywords as readonly string[]).includes(keyword))
      fail(`${at}.${keyword}`, `is not a keyword here; write one of ${fieldKeywords.join(', ')}`);
  }
  if (field.items) checkField(`${at}.items`, field.items, fail);
  for (const [name, inner] of Object.entries(field.properties ?? {})) checkField(`${at}.properties.${name}`, inner, fail);
}
