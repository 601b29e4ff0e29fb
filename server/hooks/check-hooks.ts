import { resources } from '../../src/schemas/kit/all';
import { checkVirtual } from '../catalogue/check-virtual';
import { hooksOf } from './all';

/** Faults of schema files that only the hooks show. Throws CannotStart. */
export const checkHooks = (): void => checkVirtual(resources, hooksOf);
