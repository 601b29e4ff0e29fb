import { formFields, mostInDrawer } from './form/form-fields';
import type { AnyResource } from '../schemas/kit/resource';

/** A drawer has room for a dozen fields; a matrix or a longer form needs a page. */
export function usesDrawer(resource: AnyResource): boolean {
  const fields = formFields(resource);
  return fields.length <= mostInDrawer && !fields.includes('permissions');
}
