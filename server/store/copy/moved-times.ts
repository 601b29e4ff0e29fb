import { customTable } from '../tables/custom-index';
import { copiedColumns, type CopiedTable } from './copied-tables';

/** The lines of a table with every point in time moved by whole days; those inside custom values stay, as in the embedded template. */
export function movedBy(days: number, table: CopiedTable, lines: string): string {
  const names = copiedColumns(table).map(({ name }) => name);
  const times = copiedColumns(table).flatMap(({ type }, at) => (type.startsWith('timestamp') ? [at] : []));
  const isKept = table.name === customTable ? isCustomTime(names.indexOf('field'), names.indexOf('time')) : () => false;
  const dayOf = movedDays(days);
  const moved = (line: string): string => {
    const cells = line.split('\t');
    for (const at of times)
      if (cells[at] && cells[at] !== '\\N' && !isKept(cells, at)) cells[at] = dayOf(cells[at].slice(0, 10)) + cells[at].slice(10);
    return cells.join('\t');
  };
  return lines.split('\n').map(moved).join('\n');
}

/** In the index of custom values, a name with ~ is of another record's time. */
const isCustomTime =
  (field: number, time: number) =>
  (cells: readonly string[], at: number): boolean =>
    at === time && !cells[field]?.startsWith('~');

/** A day is the first ten characters of a point in time: both databases write them in UTC. */
function movedDays(days: number): (day: string) => string {
  const known = new Map<string, string>();
  return (day) => {
    const moved = known.get(day) ?? new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
    known.set(day, moved);
    return moved;
  };
}
