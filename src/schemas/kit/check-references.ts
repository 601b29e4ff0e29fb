import type { Field } from './field';
import { keyOf, refOf, wiresOf, type AnyResource } from './resource';
import { instead, type Fail } from './schema-fault';

/** Checks what a file says of its key, of fields without a column, of renamed fields and of references. */
export function checkReferences(resource: AnyResource, fail: Fail): void {
  const { properties } = resource.fields;
  const fields = Object.keys(properties);
  const key = keyOf(resource);
  if (key.from === 'client' && !fields.includes(key.name) && wiresOf(resource, 'create').length > 0)
    fail('key.from', `'client' writes a key that is not a field; add ${key.name}: { type: '${key.type}' } to fields`);
  for (const [old, name] of Object.entries(resource.renamed ?? {})) {
    if (!fields.includes(name)) fail(`renamed.${old}`, `'${name}' is not a field; ${instead(name, fields)}`);
    if (fields.includes(old)) fail(`renamed.${old}`, 'is still a field; remove it from fields, or from renamed');
    if (resource.secret?.includes(name) && !resource.hashed?.includes(name))
      fail(
        `renamed.${old}`,
        `'${name}' is secret, and what is stored opens under its old name alone; keep that name, and give it a title`,
      );
    if (resource.virtual?.includes(name))
      fail(`renamed.${old}`, `'${name}' is virtual and has no column that could keep the values`);
  }
  for (const path of Object.keys(resource.refs ?? {})) {
    const [first = '', ...inner] = path.split('.');
    const known = [...fields, key.name, 'id', 'created_by', 'updated_by'];
    if (!known.includes(first)) fail(`refs.${path}`, `does not start with a field; ${instead(first, fields)}`);
    checkPath(path, first, inner, properties[first], fail);
    const { to, copyOf } = refOf(resource, path)!;
    if (copyOf !== undefined && refOf(resource, copyOf)?.to !== to)
      fail(`refs.${path}`, `is a copy of '${copyOf}', which is not a reference to '${to}'`);
  }
}

/** A path into rows or an object must end at one of its fields; a list of keys is named by itself. */
function checkPath(path: string, first: string, inner: readonly string[], field: Field | undefined, fail: Fail): void {
  let at = field;
  for (const [n, step] of inner.entries()) {
    if (!at || at.type === undefined) return; // open JSON
    if (step === '*') {
      if (at.items && !at.items.properties)
        fail(`refs.${path}`, `'${first}' is a list of single values; write '${[first, ...inner.slice(0, n)].join('.')}'`);
      if (!at.items) fail(`refs.${path}`, `'${[first, ...inner.slice(0, n)].join('.')}' is not a list; leave out '*'`);
      at = at.items;
    } else {
      const names = Object.keys(at.properties ?? {});
      if (names.length && !names.includes(step)) fail(`refs.${path}`, `there is no '${step}' inside; ${instead(step, names)}`);
      at = at.properties?.[step];
    }
  }
}
