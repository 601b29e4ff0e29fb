import { quote } from '../identifiers';
import type { LiveTable } from './live';
import type { ColumnModel, TableModel } from './model';

/** What is asked of the plan for the columns of a table that hold another type now. */
export interface Retyped {
  readonly statements: readonly string[];
  /** Whether a statement reads one of them, and has to wait until they are of the new type. */
  readonly reads: (statement: string) => boolean;
}

export function retypedIn(model: TableModel, live: LiveTable): Retyped {
  const found = model.columns.flatMap((column) => {
    const type = live.columns.get(column.name)?.type ?? column.type;
    return type === column.type ? [] : [{ column, type }];
  });
  const names = found.map(({ column }) => quote(column.name));
  return {
    statements: found.map(({ column, type }) => retype(model.name, column, type)),
    reads: (statement) => names.some((name) => statement.includes(name)),
  };
}

/** The default goes first: it is of the old type. All defaults are set again afterwards. */
function retype(table: string, column: ColumnModel, from: string): string {
  const name = quote(column.name);
  return `alter table ${quote(table)} alter column ${name} drop default, alter column ${name} type ${column.type} using ${converted(name, from, column)}`;
}

const numbers = ['bigint', 'numeric'];
const times = ['date', 'timestamp(3) with time zone'];

/**
 * A column's values in another type, as SQL. What has no meaning there goes by way of its text, so that the statement can be run
 * where there are no values, and is refused with the value where there are.
 */
export function converted(name: string, from: string, { type, isList }: Pick<ColumnModel, 'type' | 'isList'>): string {
  if (from === type) return name;
  if (type === 'jsonb') return isList ? `case when ${name} is not null then jsonb_build_array(${name}) end` : `to_jsonb(${name})`;
  if (from === 'jsonb') {
    // a list of one is that one
    const whole = `${name} #>> '{}'`;
    const text = `case when jsonb_typeof(${name}) = 'array' then case when jsonb_array_length(${name}) < 2 then ${name} ->> 0 else ${whole} end else ${whole} end`;
    return type === 'text' ? text : `(${text})::${type}`;
  }
  if (from === 'boolean' && numbers.includes(type)) return `${name}::int::${type}`;
  if (type === 'boolean' && numbers.includes(from)) return `${name} <> 0`;
  const isAlike = [numbers, times].some((alike) => alike.includes(from) && alike.includes(type));
  return type === 'text' || from === 'text' || isAlike ? `${name}::${type}` : `${name}::text::${type}`;
}
