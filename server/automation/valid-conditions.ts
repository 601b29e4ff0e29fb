import { areConditions, conditionErrors, jointOf, type Conditions } from '../../src/schemas/kit/conditions';
import { problem } from '../../src/schemas/kit/problem';
import { conditionAccessErrors } from '../catalogue/condition-access';
import type { Session } from '../context/session';
import type { Context } from '../context/context';

/** Conditions from a call's body; Problem 422 with the place of every row that cannot be evaluated, or not by this person. */
export function validConditions({ rule, globleCondtion }: Context['body'], session: Session): Conditions {
  const veiled = conditionAccessErrors(rule, 'rule', session);
  if (areConditions(rule) && !veiled.length) return { rule, globleCondtion: jointOf(globleCondtion) };
  const errors = [...conditionErrors(rule), ...veiled];
  throw problem(422, `${errors[0]?.message}.`, errors);
}
