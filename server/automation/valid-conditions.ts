import { conditionErrors, type Conditions } from '../../src/schemas/kit/conditions';
import { problem } from '../../src/schemas/kit/problem';
import { veiledConditions } from '../catalogue/veiled-conditions';
import type { Session } from '../context/session';
import type { Context } from '../context/context';

/** Conditions from a call's body; Problem 422 with the place of every row that cannot be evaluated, or not by this person. */
export function validConditions(body: Context['body'], session: Session): Conditions {
  const errors = [...conditionErrors(body['rule']), ...veiledConditions(body['rule'], 'rule', session)];
  if (errors.length) throw problem(422, `${errors[0]!.message}.`, errors);
  return body as unknown as Conditions;
}
