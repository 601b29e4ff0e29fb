import { instead, type Fail } from './schema-fault';
import { isRecord } from './is-record';
import type { AnyResource } from './resource';
import { uniqueRules } from './unique';

const keys = ['fields', 'unless', 'folds'];

/** Checks that unique rules name fields, and fold texts only. */
export function checkUnique(resource: AnyResource, fields: readonly string[], fail: Fail): void {
  for (const rule of resource.unique ?? [])
    for (const key of isRecord(rule) ? Object.keys(rule) : [])
      if (!keys.includes(key)) fail(`unique.${key}`, `is not known here; ${instead(key, keys)}`);
  for (const rule of uniqueRules(resource)) {
    for (const name of [...rule.fields, ...rule.unless])
      if (!fields.includes(name)) fail('unique', `'${name}' is not a field; ${instead(name, fields)}`);
    const texts = rule.fields.filter((name) => resource.fields.properties[name]?.type === 'string');
    if (rule.folds && !texts.length) fail('unique.folds', `'${rule.fields.join(', ')}' is not a text; remove folds`);
  }
}
