import { resourceNamed } from '../../src/schemas/kit/all';
import { withDefaults } from '../catalogue/drafts';
import { tableName } from '../store/identifiers';
import { json } from '../store/parameters';
import type { Tx } from '../store/store';
import { iso } from './filling';
import type { Chance } from './random';

type Row = Record<string, unknown>;
/** Adds rows of a resource with its defaults; answers their ids. A row may say its own id, created_at and created_by. */
export type Add = (resource: string, rows: readonly Row[]) => Promise<string[]>;

export function adder(tx: Tx, tenantId: string, now: number, luck: Chance): Add {
  return async (name, rows) => {
    if (!rows.length) return [];
    const resource = resourceNamed(name);
    const made = rows.map((row) => {
      const at = row['created_at'] ?? iso(now);
      return { tenant_id: tenantId, id: luck.id(now), updated_at: at, ...withDefaults(resource, row), created_at: at } as Row;
    });
    const columns = [...new Set(made.flatMap((row) => Object.keys(row)))];
    await tx.insertMany(
      tableName(resource),
      columns,
      made.map((row) => columns.map((column) => value(row[column]))),
    );
    return made.map((row) => String(row['id']));
  };
}

const value = (one: unknown): unknown => (typeof one === 'object' && one !== null ? json(one) : (one ?? null));
