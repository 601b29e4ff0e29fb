import type { Link } from './options';
import { refOf, type AnyResource, type AnyRow } from './resource';

export function linkOf(resource: Pick<AnyResource, 'options'>, name: string): Link | undefined {
  const option = resource.options?.[name];
  return option && 'by' in option ? option : undefined;
}

/** The fields of a resource that are such keys. */
export const linkFields = (resource: Pick<AnyResource, 'options'>): readonly string[] =>
  Object.keys(resource.options ?? {}).filter((name) => linkOf(resource, name));

/** The resource of the linked record, as this record says; undefined while it says nothing. */
export const linkedTo = (link: Link, record: Readonly<AnyRow>): string | undefined => {
  const choice = String(record[link.by] ?? '');
  return Object.hasOwn(link.of, choice) ? link.of[choice] : undefined;
};

/** Every resource that a field can lead to: one for a reference, several for a link. */
export function targetsOf(resource: AnyResource, path: string): readonly string[] {
  const ref = refOf(resource, path);
  return ref ? [ref.to] : [...new Set(Object.values(linkOf(resource, path)?.of ?? {}))];
}

/** References and links alike. */
export const pointers = (resource: AnyResource): readonly string[] => [
  ...Object.keys(resource.refs ?? {}),
  ...linkFields(resource),
];

/** The choices of `by` that mean this resource. */
export const choicesFor = (link: Link, target: string): readonly string[] =>
  Object.keys(link.of).filter((choice) => link.of[choice] === target);
