import { resourceNamed } from '../../src/schemas/kit/all';
import type { AnyRow } from '../../src/schemas/kit/resource';
import { withDefaults } from '../catalogue/drafts';
import { tableName } from '../store/identifiers';
import type { Tx } from '../store/store';
import { iso } from './office-hours';
import type { Chance } from './random';
import { writeRows } from './write-rows';

/** Adds rows of a resource with its defaults; returns their ids. A row may say its own id, created_at and created_by. */
export type Add = (resource: string, rows: readonly AnyRow[]) => Promise<string[]>;

export function adder(tx: Tx, tenantId: string, now: number, luck: Chance): Add {
  return async (name, rows) => {
    if (!rows.length) return [];
    const resource = resourceNamed(name);
    const made = rows.map((row): AnyRow => {
      const at = row.created_at ?? iso(now);
      return { id: luck.id(now), updated_at: at, ...withDefaults(resource, row), created_at: at };
    });
    await writeRows(tx, tenantId, tableName(resource), made);
    return made.map((row) => String(row.id));
  };
}
