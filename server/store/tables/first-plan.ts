import { createHash } from 'node:crypto';
import type { AnyResource } from '../../../src/schemas/kit/resource';
import { limitsOf } from './limits';
import { tableModels } from './model';
import { planParts, type PlanParts } from './plan';
import { rememberLimits } from './stricter';

/** For a database without tables. */
export function firstPlan(resources: readonly AnyResource[]): PlanParts {
  const plan = planParts(tableModels(resources), { tables: new Map(), state: new Map() });
  return { ...plan, after: [...plan.after, rememberLimits(limitsOf(resources))] };
}

/** What the build prepared was made by these statements, or is made for other tables. */
export const hashOfPlan = (plan: PlanParts): string => createHash('sha256').update(JSON.stringify(plan)).digest('hex');
