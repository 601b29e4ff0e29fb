import { mayDo, type Operation } from '../../src/schemas/kit/access';
import { resources } from '../../src/schemas/kit/all';
import { notAllowed, problem } from '../../src/schemas/kit/problem';
import { hasJobs, wiresOf, type AnyResource } from '../../src/schemas/kit/resource';
import type { Session } from '../context/session';
import { hooksOf } from '../hooks/all';
import { actOf } from './change-rows';

/** The resource whose list this is: 404 for a name that has none, 403 where one of the operations is not the person's. */
export function listOf(
  name: string | undefined,
  session: Session,
  operations: readonly Exclude<Operation, 'open'>[],
): AnyResource {
  const resource = resources.find((one) => one.name === name);
  if (!resource || !hasJobs(resource) || (!wiresOf(resource, 'list').length && !Object.keys(resource.lists ?? {}).length))
    throw problem(404, 'This list does not exist.');
  if (!operations.every((operation) => mayDo(session, resource.access, operation))) throw problem(403, notAllowed);
  return resource;
}

/** The same for bulk work: an act has a right of its own, and everything else needs this operation. */
export function allowedList(
  name: string | undefined,
  session: Session,
  operation: Exclude<Operation, 'open'>,
  act: string | undefined,
): AnyResource {
  if (act === undefined) return listOf(name, session, ['export', operation]);
  const resource = listOf(name, session, ['list']);
  if (!actOf(hooksOf(resource), act).may(session)) throw problem(403, notAllowed);
  return resource;
}
