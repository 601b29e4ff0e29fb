import { tenantConditions } from '../../schemas/kit/tenant-conditions';
import type { Values } from './form-values';

/** The first warning that applies when the form is submitted. */
export const submitWarning = (values: Values): string | undefined => tenantConditions(values)[0]?.message;
