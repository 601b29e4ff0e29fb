import type { Beginning } from '../../schemas/kit/defaults';
import { fold } from '../../schemas/kit/checks';
import { titleOf, type AnyRow } from '../../schemas/kit/resource';
import { rowsOf } from '../../schemas/kit/row-resource';
import { choicesOf } from '../choice-text';
import { inside } from '../inside';
import { has, type FieldAt } from '../kind';
import { kindMatching } from '../kind-of';
import { newRow } from './new-row';

/**
 * Rows of a spreadsheet or of a CSV text. A first line of column titles says which column is which; without one they are in the
 * table's order. Records, and whatever a cell's field cannot be, are left empty for the person to choose: `unread` names them.
 */
export function pastedRows(
  at: FieldAt,
  text: string,
  beginning: Beginning,
): { readonly rows: AnyRow[]; readonly unread: readonly string[] } {
  const unread: string[] = [];
  const cells = cellsOf(text);
  const resource = rowsOf(at.resource, at.name);
  const names = Object.keys(at.field.items?.properties ?? {});
  const byTitle = new Map(names.flatMap((name) => [[fold(name), name] as const, [fold(titleOf(resource, name)), name] as const]));
  const head = (cells[0] ?? []).map((cell) => byTitle.get(fold(cell)));
  const titled = head.length > 0 && head.every((name) => name !== undefined);
  const rows = (titled ? cells.slice(1) : cells).flatMap((line) => {
    const filled = line.flatMap((cell, column) => {
      const name = titled ? head[column] : names[column];
      const value = name === undefined ? undefined : valueOf(inside(at, name, true), cell.trim());
      if (value === undefined && cell.trim())
        unread.push(name === undefined ? `'${cell.trim()}'` : `${titleOf(resource, name)} '${cell.trim()}'`);
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    });
    const defaults = Object.entries(at.field.items?.properties ?? {}).flatMap(([name, field]) =>
      field.default === undefined ? [] : [[name, field.default] as const],
    );
    return filled.length ? [newRow(at, Object.fromEntries([...defaults, ...filled]), beginning)] : [];
  });
  return { rows, unread };
}

function valueOf(at: FieldAt, cell: string): unknown {
  if (!cell) return undefined;
  const kind = kindMatching(at);
  const read = kind.fromCell?.(cell, at);
  if (read) return 'value' in read ? read.value : undefined;
  const { field } = at;
  if (field.enum) return choicesOf(at).find(({ value, label }) => [fold(value), fold(label)].includes(fold(cell)))?.value;
  if (kind.refers) return undefined;
  if (has(field, 'boolean')) return { yes: true, true: true, '1': true, no: false, false: false, '0': false }[fold(cell)];
  if (has(field, 'integer') || has(field, 'number')) {
    const number = Number(cell.replaceAll(/[,\s₹]/g, ''));
    return Number.isNaN(number) ? undefined : number;
  }
  return has(field, 'string') ? cell : undefined;
}

/** The cells of each line. Tabs part them where there are some, as in what a spreadsheet copies; otherwise commas. */
function cellsOf(text: string): string[][] {
  const by = text.includes('\t') ? '\t' : ',';
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${by}\n]*))(${by}|\n|$)`, 'y');
  const lines: string[][] = [[]];
  const all = text.replaceAll(/\r\n?/g, '\n').trimEnd();
  while (cell.lastIndex <= all.length) {
    const [, quoted, plain = '', end] = cell.exec(all) ?? [];
    if (end === undefined) break; // a quote that is never closed
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '') break;
    if (end === '\n') lines.push([]);
  }
  return lines.filter((line) => line.some((one) => one.trim()));
}
