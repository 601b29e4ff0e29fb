import { conditionErrors, type Conditions } from '../../src/schemas/kit/conditions';
import { problem } from '../../src/schemas/kit/problem';

/** Conditions from a call's body; Problem 422 with the place of every row that cannot be evaluated. */
export function validConditions(body: Readonly<Record<string, unknown>>): Conditions {
  const errors = conditionErrors(body['rule']);
  if (errors.length) throw problem(422, `${errors[0]!.message}.`, errors);
  return body as unknown as Conditions;
}
