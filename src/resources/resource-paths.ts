import { wiresOf, type AnyResource } from '../schemas/kit/resource';

/** Of a resource or of its entry in the manifest. */
type Placed = Pick<AnyResource, 'name' | 'menu' | 'page'>;

/** Where a resource's pages stand: the menu's path, else a place of its own. */
export const listPath = (resource: Placed): string => resource.menu?.path ?? `/res/${resource.name}`;
export const newPath = (resource: Placed): string => `${listPath(resource)}/new`;
/** Where its records stand, as a router takes it: with `:id`. */
export const recordPattern = (resource: Placed): string => resource.page?.replace('{id}', ':id') ?? `${listPath(resource)}/:id`;
export const editPattern = (resource: Placed): string => `${listPath(resource)}/:id/edit`;
export const recordPath = (resource: Placed, id: string | number): string => withId(recordPattern(resource), id);
export const editPath = (resource: Placed, id: string | number): string => withId(editPattern(resource), id);
const withId = (pattern: string, id: string | number): string => pattern.replace(':id', () => encodeURIComponent(String(id)));
/** For the administrator: what may still be restored. */
export const deletedPath = (resource: Placed): string => `${listPath(resource)}/deleted`;
export const importPath = (resource: Placed): string => `${listPath(resource)}/import`;

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
