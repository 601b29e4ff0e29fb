import { formFields, mostInDrawer } from './form/form-fields';
import type { AnyResource } from '../schemas/kit/resource';

/** A drawer holds a dozen fields; a matrix or a longer form wants a page. */
export function usesDrawer(resource: AnyResource): boolean {
  const fields = formFields(resource);
  return fields.length <= mostInDrawer && !fields.includes('permissions');
}
