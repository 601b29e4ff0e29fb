import { mayDo, narrowed, type Who } from './access';
import type { AnyResource } from './resource';
import type { Move, States } from './state-moves';
import { stateOf } from './closed-states';
import type { Values } from './values';

const leads = (move: Move, from: unknown): boolean => [move.from].flat().some((one) => one === from);

/** The moves that lead on from the record's state, without regard to rights. */
export const movesFrom = (resource: AnyResource, record: Values): readonly Move[] =>
  (resource.states?.moves ?? []).filter((move) => leads(move, stateOf(resource, record)));

/** May this user make the move? */
export const mayMove = (
  resource: AnyResource,
  record: Values,
  move: Move,
  who: Who | null,
  userId: string | undefined,
): boolean =>
  mayDo(who, narrowed(resource.access, 'update', move.access), 'update') &&
  (move.by === undefined || (userId !== undefined && record[move.by] === userId));

export const isUnset = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** "Submit: draft → submitted", for the API document. */
export const movesInWords = ({ moves }: States): string =>
  moves
    .map(
      ({ label, from, to, require = [] }) =>
        `${label}: ${[from].flat().join(' or ')} → ${to}${require.length ? ` (needs ${require.join(', ')})` : ''}`,
    )
    .join('; ');
