import { refOf } from '../schemas/kit/resource';
import { people } from '../schemas/kit/named-resources';
import type { FieldAt } from './kind';

/** The target of a reference: `refs` of the resource, or the users who created and changed a record. */
export function targetOf({ resource, path }: FieldAt): { to: string; where?: Readonly<Record<string, string>> } | undefined {
  if (path === 'created_by' || path === 'updated_by') return { to: people };
  return refOf(resource, path);
}
