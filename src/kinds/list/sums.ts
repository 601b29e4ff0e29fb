import type { FieldAt } from '../kind';
import type { AnyRow } from '../../schemas/kit/resource';

/** The sums that the schema file asks for, by column. */
export function sumsOf({ resource, name, path }: FieldAt, rows: readonly Readonly<AnyRow>[]): ReadonlyMap<string, number> {
  const asked = path === name ? (resource.ui?.[name]?.sums ?? []) : [];
  return new Map(asked.map((column) => [column, rows.reduce((sum, row) => sum + (Number(row[column]) || 0), 0)]));
}
