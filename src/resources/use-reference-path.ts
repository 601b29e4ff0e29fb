import { useMayDo } from '../providers/rights';
import { useResource } from '../providers/screens/use-resource';
import { offers, recordPath } from './resource-paths';

/** The page of a referenced record, if it has one and this user can read it. */
export function useReferencePath(target: string | undefined, id: unknown): string | undefined {
  const resource = useResource(target)?.resource;
  const may = useMayDo(resource);
  if (!resource?.menu?.path || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
  return offers(resource, 'read') && may('read') ? recordPath(resource, id) : undefined;
}
