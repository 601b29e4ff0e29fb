import { isOpenJson, mostInList, mostJson, type Field } from '../../src/schemas/kit/field';
import type { FieldError } from '../../src/schemas/kit/problem';
import { titleOf, wiresOf, type AnyResource, type AnyRow } from '../../src/schemas/kit/resource';

/**
 * JSON that is larger than a record keeps, in fields whose schema sets no bound (TRUST-S35). A record without a read of its own
 * has to fit its list.
 */
export function largeJson(resource: AnyResource, values: Readonly<AnyRow>): FieldError[] {
  const isReadable = wiresOf(resource, 'read').length > 0;
  const errors: FieldError[] = [];
  for (const [name, field] of Object.entries(resource.fields.properties)) {
    const value = values[name];
    if (!isUnbounded(field) || typeof value === 'number' || typeof value === 'boolean' || value == null) continue;
    const most = isOpenJson(field) && !isReadable ? mostInList : mostJson;
    if (JSON.stringify(value).length <= most) continue;
    const message = `${titleOf(resource, name)} is too large; the maximum is ${most.toLocaleString('en-IN')} characters`;
    errors.push({ path: name, message });
  }
  return errors;
}

function isUnbounded(field: Field): boolean {
  if (isOpenJson(field)) return true;
  const types = [field.type].flat();
  return types.includes('object')
    ? field.additionalProperties !== false
    : types.includes('array') && field.maxItems === undefined;
}
