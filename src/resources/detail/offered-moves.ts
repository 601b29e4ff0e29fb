import type { Who } from '../../schemas/kit/access';
import type { AnyResource } from '../../schemas/kit/resource';
import { isUnset, mayMove, movesFrom } from '../../schemas/kit/states';
import type { ActedRow } from '../use-record-actions';
import type { OfferedCall } from './offered-call';

/** The moves from the record's state that this user may make, as actions: each asks for what it needs and is not filled in. */
export function offeredMoves(resource: AnyResource, row: ActedRow, who: Who | null, me: string | undefined): OfferedCall[] {
  const { states, name, fields, ui } = resource;
  if (!states) return [];
  const action = { wire: `PATCH res/${name}/{id}`, as: 'update' } as const;
  return movesFrom(resource, row)
    .filter((move) => mayMove(resource, row, move, who, me))
    .map(({ label, to, require = [], look }): OfferedCall => {
      const asked = require.filter((one) => isUnset(row[one]));
      return {
        action,
        offer: {
          label,
          look: look ?? 'plain',
          send: { [states.field]: to, row_version: row['row_version'] },
          ...(asked.length
            ? {
                ask: {
                  properties: Object.fromEntries(asked.map((one) => [one, fields.properties[one] ?? {}])),
                  required: asked,
                  ui: Object.fromEntries(asked.map((one) => [one, ui?.[one] ?? {}])),
                },
              }
            : {}),
        },
      };
    });
}
