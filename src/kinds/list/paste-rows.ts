import type { Beginning } from '../../schemas/kit/defaults';
import { fold } from '../../schemas/kit/checks';
import { titleOf, type AnyRow } from '../../schemas/kit/resource';
import { rowsOf } from '../../schemas/kit/row-resource';
import type { Values } from '../../schemas/kit/values';
import { choicesOf } from '../choice-text';
import { inside } from '../inside';
import { has, type FieldAt } from '../kind';
import { kindMatching } from '../kind-of';
import { targetOf } from '../kind-target';
import { optionFilter } from '../option-filter';
import { plainNumber } from '../plain-number';
import { newRow } from './new-row';

interface Pasted {
  readonly rows: AnyRow[];
  readonly unread: readonly string[];
}
/** The key of the record of a resource that has this name, if one alone has it. */
export type FindRecord = (to: string, text: string, where: Values) => Promise<unknown>;

/**
 * Rows of a spreadsheet or of a CSV text. A first line of column titles says which column is which; without one they are in the
 * table's order. Whatever a cell's field cannot be is left empty for the person to choose: `unread` names it.
 */
export async function pastedRows(at: FieldAt, text: string, beginning: Beginning, find: FindRecord): Promise<Pasted> {
  const unread: string[] = [];
  const named: { row: number; name: string; text: string }[] = [];
  const cells = cellsOf(text);
  const resource = rowsOf(at.resource, at.name);
  const names = Object.keys(at.field.items?.properties ?? {});
  const byTitle = new Map(names.flatMap((name) => [[fold(name), name] as const, [fold(titleOf(resource, name)), name] as const]));
  const head = (cells[0] ?? []).map((cell) => byTitle.get(fold(cell)));
  const titled = head.length > 0 && head.every((name) => name !== undefined);
  const rows: Pasted['rows'] = [];
  for (const line of titled ? cells.slice(1) : cells) {
    const before = named.length;
    const filled = line.flatMap((cell, column) => {
      const name = titled ? head[column] : names[column];
      if (name !== undefined && cell.trim() && kindMatching(inside(at, name, true)).name === 'reference') {
        named.push({ row: rows.length, name, text: cell.trim() });
        return [];
      }
      const value = name === undefined ? undefined : valueOf(inside(at, name, true), cell.trim());
      if (value === undefined && cell.trim())
        unread.push(name === undefined ? `'${cell.trim()}'` : `${titleOf(resource, name)} '${cell.trim()}'`);
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    });
    const defaults = Object.entries(at.field.items?.properties ?? {}).flatMap(([name, field]) =>
      field.default === undefined ? [] : [[name, field.default] as const],
    );
    if (filled.length + named.length > before) rows.push(newRow(at, Object.fromEntries([...defaults, ...filled]), beginning));
  }
  const known = new Map<string, Promise<unknown>>();
  for (const { row, name, text } of named) {
    const its = inside(at, name, true);
    const target = targetOf(its);
    const { where = {} } = optionFilter(its, target?.where, rows[row] ?? {});
    const asked = JSON.stringify([name, fold(text), where]);
    const asking = known.get(asked) ?? (target ? find(target.to, text, where).catch(() => undefined) : Promise.resolve());
    known.set(asked, asking);
    const key = await asking;
    if (key === undefined) unread.push(`${titleOf(resource, name)} '${text}'`);
    else rows[row] = { ...rows[row], [name]: key };
  }
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
  if (has(field, 'integer') || has(field, 'number')) return plainNumber(cell.replaceAll(/[\s₹]/g, ''));
  if (field.format === 'date') return dayIn(cell);
  return has(field, 'string') ? cell : undefined;
}

/** 2026-12-31, or the day first, as India writes it: 31/12/2026. */
function dayIn(text: string): string | undefined {
  const [, day = '', month = '', year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  const iso = year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = /^\d{4}-\d\d-\d\d$/.test(iso) ? new Date(`${iso}T00:00:00Z`) : undefined;
  return at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : undefined;
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
