import type { TextOptions } from '../schemas/kit/options';
import type { AnyResource } from '../schemas/kit/resource';

/** Where the texts of a field without a foreign key come from. */
export function textOptions(resource: AnyResource, name: string): TextOptions | undefined {
  const options = resource.options?.[name];
  return options && 'store' in options ? options : undefined;
}
