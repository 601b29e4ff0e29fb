import { hasDefault } from '../../src/schemas/kit/defaults';
import { wiresOf, keyOf, titleOf, type AnyResource, type AnyRow } from '../../src/schemas/kit/resource';
import { writableFields } from '../../src/schemas/kit/validation-schema';
import type { ImportTarget } from '../../src/schemas/kit/list-imports';
import { invalid } from '../../src/schemas/kit/problem';
import { seenBy } from '../catalogue/field-rules';
import type { Session } from '../context/session';
import type { Mapping } from './lead-columns';

/** Can rows of this list come from a file? */
export const takesImport = (resource: AnyResource): boolean =>
  resource.csvImport !== false &&
  (resource.store ?? 'tenant') === 'tenant' &&
  !resource.singleton &&
  wiresOf(resource, 'create').length > 0;

/** What a column of a file can fill: the fields that this person can write, and the key, which finds a record to update. */
export function targetsOf(resource: AnyResource, session: Session): ImportTarget[] {
  const seen = seenBy(resource, session);
  const closed = new Set<string>([...(resource.secret ?? []), ...(resource.files ?? []), 'custom']);
  const required = new Set<string>(resource.fields.required ?? []);
  const custom = Object.keys(seen.fields.properties).filter(
    (name) => name.startsWith('custom.') && !seen.readOnly?.includes(name),
  );
  const names = [...new Set([...writableFields(seen), ...custom])].filter((name) => !closed.has(name));
  const key = keyOf(resource);
  return [
    ...(names.includes(key.name) ? [] : [{ target: key.name, label: 'ID (of an existing record)', required: false }]),
    ...names.map((target) => ({
      target,
      label: titleOf(resource, target),
      required: required.has(target) && !hasDefault(resource, target),
    })),
  ];
}

/** Columns by their names: the field's own, its title, with or without case, blanks and signs. */
export function mappingByNames(headers: readonly string[], targets: readonly ImportTarget[]): Mapping {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
  const byName = new Map<string, string>();
  for (const { target, label } of targets.toReversed()) byName.set(plain(label), target);
  for (const { target } of targets) byName.set(plain(target), target);
  const used = new Set<string>();
  return Object.fromEntries(
    headers.map((header) => {
      const target = byName.get(plain(header)) ?? '';
      if (!target || used.has(target)) return [header, ''];
      used.add(target);
      return [header, target];
    }),
  );
}

/** Throws Problem 422 on path 'mapping' for a missing column or field, or two columns for one field. */
export function checkResourceMapping(
  mapping: Readonly<AnyRow>,
  headers: readonly string[],
  targets: readonly ImportTarget[],
): asserts mapping is Mapping {
  const known = new Set(targets.map((one) => one.target));
  const used = new Set<string>();
  for (const [header, target] of Object.entries(mapping)) {
    if (target === '') continue;
    if (!headers.includes(header)) throw invalid('mapping', `The file has no column '${header.slice(0, 60)}'`);
    if (typeof target !== 'string' || !known.has(target))
      throw invalid('mapping', `The column '${header.slice(0, 60)}' cannot be imported as '${String(target).slice(0, 60)}'`);
    if (used.has(target)) throw invalid('mapping', `Two columns are mapped to '${target}'. Choose one of them.`);
    used.add(target);
  }
  if (!used.size) throw invalid('mapping', 'Choose a field for one column or more');
}
