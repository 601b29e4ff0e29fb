import { inSentence, oneInSentence } from '../../src/schemas/kit/in-sentence';
import { notAllowed, problem, type FieldError } from '../../src/schemas/kit/problem';
import { requiredMessageOf } from '../../src/schemas/kit/required-message';
import { humanize, titleOf, type AnyResource } from '../../src/schemas/kit/resource';
import { isClosed, stateOf } from '../../src/schemas/kit/closed-states';
import { isUnset, mayMove, movesFrom } from '../../src/schemas/kit/states';
import type { Values } from '../../src/schemas/kit/values';
import type { Session } from '../context/session';

const wordOf = (resource: AnyResource, state: unknown): string =>
  resource.ui?.[resource.states?.field ?? '']?.labels?.[String(state)] ?? humanize(String(state));

/** A record begins in its first state: another one is reached by moves alone. */
export function beginErrors(resource: AnyResource, draft: Values): FieldError[] {
  const { states } = resource;
  const first = stateOf(resource, {});
  if (!states || [undefined, null, first].includes(draft[states.field])) return [];
  return [{ path: states.field, message: `A new ${inSentence(resource.label)} begins as ${wordOf(resource, first)}` }];
}

/**
 * What the resource's states have against a change of the locked row: no move leads there, a closed record, a field that the move
 * needs. Throws 403 where another person could make the move.
 */
export function moveErrors(resource: AnyResource, before: Values, patch: Values, session: Session): FieldError[] {
  const { states } = resource;
  if (!states) return [];
  const state = wordOf(resource, stateOf(resource, before));
  const to = patch[states.field];
  if (to === undefined) return closedErrors(resource, before, Object.keys(patch));
  const moves = movesFrom(resource, before).filter((move) => move.to === to);
  if (!moves.length)
    return [
      {
        path: states.field,
        message: `${titleOf(resource, states.field)} cannot change from ${state} to ${wordOf(resource, to)}`,
      },
    ];
  const move = moves.find((one) => mayMove(resource, before, one, session, session.userId));
  if (!move) throw problem(403, notAllowed);
  const needed = move.require ?? [];
  return [
    ...needed
      .filter((name) => isUnset(Object.hasOwn(patch, name) ? patch[name] : before[name]))
      .map((name) => ({ path: name, message: requiredMessageOf(resource, name) })),
    ...closedErrors(
      resource,
      before,
      Object.keys(patch).filter((name) => name !== states.field && !needed.includes(name)),
    ),
  ];
}

const closedErrors = (resource: AnyResource, before: Values, names: readonly string[]): FieldError[] =>
  isClosed(resource, before) ? names.map((path) => ({ path, message: closedText(resource, before) })) : [];

/** 'A booking in state Submitted cannot be changed' */
export function closedText(resource: AnyResource, row: Values, verb = 'changed'): string {
  const one = oneInSentence(resource.label);
  return `${one.charAt(0).toUpperCase()}${one.slice(1)} in state ${wordOf(resource, stateOf(resource, row))} cannot be ${verb}`;
}
