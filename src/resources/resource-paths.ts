import { wiresOf, type AnyResource } from '../schemas/kit/resource';

/** Where a resource's pages stand: the menu's path, else a place of its own. */
export const listPath = (resource: AnyResource): string => resource.menu?.path ?? `/res/${resource.name}`;
export const newPath = (resource: AnyResource): string => `${listPath(resource)}/new`;
export const recordPath = (resource: AnyResource, id: string | number): string =>
  (resource.page ?? `${listPath(resource)}/{id}`).replace('{id}', encodeURIComponent(String(id)));
/** For the administrator: what may still be restored. */
export const deletedPath = (resource: AnyResource): string => `${listPath(resource)}/deleted`;
export const editPath = (resource: AnyResource, id: string | number): string =>
  `${listPath(resource)}/${encodeURIComponent(String(id))}/edit`;

export const importPath = (resource: AnyResource): string => `${listPath(resource)}/import`;

/** Can its rows come from a file? */
export const takesImport = (resource: AnyResource): boolean =>
  resource.csvImport !== false &&
  (resource.store ?? 'tenant') === 'tenant' &&
  !resource.singleton &&
  offers(resource, 'create') &&
  // A table has no files: where one is required, no row of it would be taken.
  !resource.fields.required?.some((name) => resource.files?.includes(name));

/** Does the resource have such a call at all? Rights are another question. */
export const offers = (resource: AnyResource, operation: 'read' | 'create' | 'update' | 'delete'): boolean =>
  wiresOf(resource, operation).length > 0;
