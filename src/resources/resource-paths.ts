import { wiresOf, type AnyResource } from '../schemas/kit/resource';
import { today } from '../ui/time/today';

/** Of a resource or of its entry in the manifest. */
type Placed = Pick<AnyResource, 'name' | 'menu' | 'page'>;

/** The address of a resource's list: the menu's path, otherwise a default one. */
export const listPath = (resource: Placed): string => resource.menu?.path ?? `/res/${resource.name}`;
export const newPath = (resource: Placed): string => `${listPath(resource)}/new`;
/** The address of its records for the router: with `:id`. */
export const recordPattern = (resource: Placed): string => resource.page?.replace('{id}', ':id') ?? `${listPath(resource)}/:id`;
export const editPattern = (resource: Placed): string => `${listPath(resource)}/:id/edit`;
export const recordPath = (resource: Placed, id: string | number): string => withId(recordPattern(resource), id);
export const editPath = (resource: Placed, id: string | number): string => withId(editPattern(resource), id);
const withId = (pattern: string, id: string | number): string => pattern.replace(':id', () => encodeURIComponent(String(id)));
/** The list of the rows that a number of the record counts; undefined where it counts none. */
export function countedPath(resource: AnyResource, name: string, id: string | number, count: unknown): string | undefined {
  const opens = !count || count === '0' ? undefined : opensOf(resource, name);
  if (!opens) return undefined;
  const day = today();
  return opens
    .replaceAll('{id}', encodeURIComponent(String(id)))
    .replaceAll('{today}', day)
    .replaceAll('{month}', `${day.slice(0, 8)}01`);
}
const opensOf = (resource: AnyResource, name: string): string | undefined =>
  resource.ui?.[name]?.opens ?? resource.asked?.[name]?.opens;
/** Whether a column counts rows of another list, which `countedPath` opens. */
export const isCounted = (resource: AnyResource, name: string): boolean => opensOf(resource, name) !== undefined;
/** For the administrator: deleted records that can be restored. */
export const deletedPath = (resource: Placed): string => `${listPath(resource)}/deleted`;
/** The counts and charts of its rows. */
export const dashboardPath = (resource: Placed): string => `${listPath(resource)}/dashboard`;
export const importPath = (resource: Placed): string => `${listPath(resource)}/import`;

/** Whether its rows can be imported from a file. */
export const takesImport = (resource: AnyResource): boolean =>
  resource.csvImport !== false &&
  (resource.store ?? 'tenant') === 'tenant' &&
  !resource.singleton &&
  offers(resource, 'create') &&
  // A CSV has no files: if a file is required, no row could be imported.
  !resource.fields.required?.some((name) => resource.files?.includes(name));

/** Whether the resource has such a call at all, whatever the user's rights. */
export const offers = (resource: AnyResource, operation: 'read' | 'create' | 'update' | 'delete'): boolean =>
  wiresOf(resource, operation).length > 0;
