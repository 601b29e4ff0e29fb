import { refOf, type AnyResource } from './resource';

type Has = Pick<AnyResource, 'fetched' | 'computed'>;
/** The paths of the fields that each save fills in. */
export const derivedPaths = ({ fetched, computed }: Has): readonly string[] => [
  ...Object.keys(fetched ?? {}),
  ...Object.keys(computed ?? {}),
];
/** Those of the record itself. */
export const derivedFields = (resource: Has): readonly string[] => derivedPaths(resource).filter((path) => !path.includes('.'));
/** The names among these paths that stand in the rows of the list. */
export const namesInRows = (paths: readonly string[], list: string): readonly string[] =>
  paths.flatMap((path) => (path.startsWith(`${list}.*.`) ? [path.slice(list.length + 3)] : []));

/** What comes before the field's name: 'items.*.' in rows. */
export const placeOf = (path: string): string => path.slice(0, path.lastIndexOf('.') + 1);

/** The reference and the field of its record: of 'clg_id.city_id' both, with the path of the reference. */
export function fetchOf(resource: Pick<AnyResource, 'fetched'>, path: string): { ref: string; from: string } | undefined {
  const [, ref, from] = /^(\w+)\.(\w+)$/.exec(resource.fetched?.[path] ?? '') ?? [];
  return ref === undefined || from === undefined ? undefined : { ref: placeOf(path) + ref, from };
}

/** The resource whose records a fetched field is copied from. */
export const sourceOf = (resource: AnyResource, path: string): string | undefined => {
  const fetch = fetchOf(resource, path);
  return fetch && refOf(resource, fetch.ref)?.to;
};
