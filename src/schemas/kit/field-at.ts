import type { Field } from './field';
import type { AnyResource } from './resource';

/** The field at 'items.*.stream_id'; undefined where there is none, and inside what has no schema. */
export function fieldAt({ fields }: Pick<AnyResource, 'fields'>, path: string): Field | undefined {
  let at: Field | undefined = { properties: fields.properties };
  for (const step of path.split('.')) {
    const inner: Field = at ?? {};
    at = step === '*' ? inner.items : Object.hasOwn(inner.properties ?? {}, step) ? inner.properties?.[step] : undefined;
  }
  return at;
}
