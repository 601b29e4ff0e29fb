import sql from 'sql-template-tag';
import { counted } from '../../src/schemas/kit/counted';
import { customTable } from '../store/tables/custom-index';
import { ident } from '../store/identifiers';
import type { Tx } from '../store/store';
import type { RowVerdict } from './lead-row';

type Readable = Extract<RowVerdict, { readonly draft: unknown }>;
type Failed = Extract<RowVerdict, { readonly reason: string }>;
/** A row that knows its lead, or under which key later rows of the file find the lead that it creates. */
export type MatchedRow = Readable & { readonly leadId?: string; readonly matchKey?: string };

/** Finds the leads of rows that are matched by something else than the tenant's rule. */
export async function matchRows(
  tx: Tx,
  tenantId: string,
  rows: readonly Readable[],
  match: string = 'rule',
): Promise<{ readonly rows: readonly MatchedRow[]; readonly failed: readonly Failed[] }> {
  const keyOf = keyReader(match);
  const keys = keyOf ? [...new Set(rows.flatMap((row) => keyOf(row) ?? []))] : [];
  const found = keys.length ? await leadsOf(tx, tenantId, match, keys) : new Map<string, string[]>();
  const matched: MatchedRow[] = [];
  const failed: Failed[] = [];
  for (const row of rows) {
    const key = keyOf?.(row);
    const ids = key === undefined ? [] : (found.get(key) ?? []);
    const hasContact = row.draft.phone !== null || row.draft.email !== null;
    const refuse = (reason: string): void => void failed.push({ line: row.line, field: '', reason });
    if (ids.length > 1)
      refuse(`${counted(ids.length, 'lead')} have '${key?.slice(0, 60)}'. Match these rows by phone or merge the leads.`);
    else if (match === 'id' && key !== undefined && !ids.length) refuse(`No lead has the ID '${key}'.`);
    else if (!ids.length && !hasContact) refuse('The row has neither a phone number nor an email.');
    else matched.push({ ...row, ...(ids[0] ? { leadId: ids[0] } : {}), ...(key !== undefined ? { matchKey: key } : {}) });
  }
  return { rows: matched, failed };
}

function keyReader(match: string): ((row: Readable) => string | undefined) | undefined {
  if (match === 'id') return ({ leadKey }) => leadKey;
  if (match === 'email') return ({ draft }) => draft.email ?? undefined;
  if (!match.startsWith('custom.')) return undefined;
  return ({ draft }) => {
    const value = draft.custom?.[match.slice(7)];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
}

async function leadsOf(tx: Tx, tenantId: string, match: string, keys: readonly string[]): Promise<Map<string, string[]>> {
  const live = sql`l."tenant_id" = ${tenantId} and l."deleted_at" is null and l."merged_into" is null`;
  const wanted = sql`any(${[...keys]}::text[])`;
  const statement =
    match === 'id'
      ? sql`select l."id", l."id" as "key" from "leads" l where ${live} and l."id" = ${wanted}`
      : match === 'email'
        ? sql`select l."id", l."email" as "key" from "leads" l where ${live} and l."email" = ${wanted} and l."duplicate_of" is null`
        : sql`select l."id", v."text" as "key", v."number" from ${ident(customTable)} v join "leads" l on l."tenant_id" = v."tenant_id" and l."id" = v."row_key"
            where v."tenant_id" = ${tenantId} and v."table_name" = 'leads' and v."field" = ${match.slice(7)} and ${live}
              and (v."text" = ${wanted} or v."number" = any(${keys.map(Number).filter(Number.isFinite)}::double precision[]))`;
  const byKey = new Map<string, string[]>();
  for (const { id, key, number } of await tx.rows<FoundKey>(statement)) {
    const text = key ?? String(number);
    byKey.set(text, [...(byKey.get(text) ?? []), id]);
  }
  return byKey;
}

interface FoundKey {
  readonly id: string;
  readonly key: string | null;
  /** Of a custom field that holds numbers. */
  readonly number?: number | null;
}
