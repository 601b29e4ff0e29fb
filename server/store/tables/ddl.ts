import { quote } from '../identifiers';
import { literal } from '../parameters';
import { customTriggers } from './custom-index';
import { sourceTriggers, throughTriggers } from './values-elsewhere';
import type { ColumnModel, TableModel } from './model';

export const appRole = 'prospectus_app';
/** Owns the functions that read before a tenant is known; nobody signs in as it. */
export const lookUpRole = 'prospectus_lookup';
/** Of functions that do what their callers may not. */
export const definer = 'security definer set search_path = public, pg_temp';

export function createTable(model: TableModel): string {
  const key = model.shared ? quote(model.key) : `"tenant_id", ${quote(model.key)}`;
  const lines = [...model.columns.map(columnText), ...(model.search ? [searchColumn(model)] : []), `primary key (${key})`];
  return `create table ${quote(model.name)} (\n  ${lines.join(',\n  ')}\n)`;
}

export const columnText = (column: ColumnModel): string =>
  `${quote(column.name)} ${column.type}${column.default === undefined ? '' : ` default ${column.default}`}${column.notNull ? ' not null' : ''}`;

export const searchColumn = (model: TableModel): string =>
  `"search_text" text generated always as (${model.search!.expression}) stored`;

/** Row security, rights, triggers and the search function of a table: written so that running it again changes nothing. */
export function guardTable(model: TableModel, lookUps: ReadonlySet<string>): string[] {
  const name = quote(model.name);
  const tenant = `"tenant_id" = current_setting('app.tenant', true)`;
  const server = `current_setting('app.tenant', true) = '*'`;
  const statements = [
    `alter table ${name} enable row level security`,
    `alter table ${name} force row level security`,
    `drop policy if exists "tenant" on ${name}`,
    model.shared
      ? `create policy "tenant" on ${name} using (${server}) with check (${server})`
      : `create policy "tenant" on ${name} using (${tenant}) with check (${tenant})`,
    `drop policy if exists "everybody" on ${name}`,
    ...(model.shared ? [`create policy "everybody" on ${name} for select using (true)`] : []),
    `drop policy if exists "look_up" on ${name}`,
    `revoke all on ${name} from public`,
    `grant select, insert, update, delete on ${name} to ${appRole}`,
    `drop trigger if exists "touch" on ${name}`,
    `create trigger "touch" before update on ${name} for each row execute function touch_row()`,
  ];
  if (lookUps.has(model.name) || model.search || model.kept)
    statements.push(
      `create policy "look_up" on ${name} for select to ${lookUpRole} using (true)`,
      `grant select on ${name} to ${lookUpRole}`,
    );
  for (const [trigger, event, tables] of auditTriggers) {
    statements.push(`drop trigger if exists ${quote(trigger)} on ${name}`);
    if (!model.audited) continue;
    const words = [model.key, ...model.secrets].map((word) => literal(word)).join(', ');
    statements.push(
      `create trigger ${quote(trigger)} after ${event} on ${name} referencing ${tables} for each statement execute function ${trigger}(${words})`,
    );
  }
  if (model.kept) statements.push(...customTriggers(model.kept));
  for (const source of model.keptFor) statements.push(...sourceTriggers(source));
  for (const source of model.keptThrough) statements.push(...throughTriggers(source));
  if (model.search) statements.push(...searchFunction(model));
  return statements;
}

const auditTriggers = [
  ['audit_insert', 'insert', 'new table as new_rows'],
  ['audit_update', 'update', 'old table as old_rows new table as new_rows'],
  ['audit_delete', 'delete', 'old table as old_rows'],
] as const;

/**
 * Reads the trigram index as a role that row security lets through: under the tenant's own role LIKE is not leakproof and the
 * index lies idle. The tenant comes from the transaction, never from the caller. `most` keys, all where it is null.
 */
function searchFunction(model: TableModel): string[] {
  const tenant = model.shared ? '' : `"tenant_id" = current_setting('app.tenant', true) and `;
  const keyType = model.columns.find((column) => column.name === model.key)!.type;
  const signature = `${quote(`search_${model.name}`)}(patterns text[], most bigint)`;
  return [
    // it had no limit of its own once
    `drop function if exists ${quote(`search_${model.name}`)}(text[])`,
    `create or replace function ${signature} returns setof ${keyType} language plpgsql stable security definer rows 200
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $search$
begin
  if array_length(patterns, 1) = 1 then
    return query select ${quote(model.key)} from ${quote(model.name)}
      where ${tenant}"deleted_at" is null and "search_text" like patterns[1] limit most;
  elsif array_length(patterns, 1) = 2 then
    return query select ${quote(model.key)} from ${quote(model.name)}
      where ${tenant}"deleted_at" is null and "search_text" like patterns[1] and "search_text" like patterns[2] limit most;
  else
    return query select ${quote(model.key)} from ${quote(model.name)}
      where ${tenant}"deleted_at" is null and "search_text" like patterns[1] and "search_text" like patterns[2]
      and "search_text" like all (patterns[3:]) limit most;
  end if;
end $search$`,
    `alter function ${signature} owner to ${lookUpRole}`,
    `revoke all on function ${signature} from public`,
    `grant execute on function ${signature} to ${appRole}`,
  ];
}
