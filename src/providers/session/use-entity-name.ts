import { useSession } from './session';

/** The tenant's word for its colleges, as labels use it: 'University'. */
export const useEntityName = (): string => useSession()?.persisted.tenant.entity_name || 'College';
