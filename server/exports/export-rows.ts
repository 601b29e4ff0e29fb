import sql from 'sql-template-tag';
import { keyOf, refOf, type AnyResource } from '../../src/schemas/kit/resource';
import { presentRows } from '../catalogue/answers';
import { withCustomOf } from '../catalogue/custom-specs';
import { hooksOf } from '../catalogue/hooks-of';
import { rowsAsked, type RowsAsked } from '../catalogue/list';
import type { Context } from '../http/context';
import { keyColumn, table } from '../store/identifiers';
import { typeOfColumn } from '../store/list-request';
import { raw } from 'sql-template-tag';
import type { ExportFormat } from '../../src/schemas/calls/list-work';
import { exportColumns, rowToExport, type Cell, type ExportColumn } from './export-columns';

/** What somebody asked to be exported; kept with the export, so that it can be told later who took what. */
export interface ExportOrder {
  readonly resource: string;
  readonly format: ExportFormat;
  readonly columns?: readonly string[];
  readonly ids?: readonly (string | number)[];
  readonly query: Readonly<Record<string, unknown>>;
}
export interface ExportPlan {
  readonly resource: AnyResource;
  readonly columns: readonly ExportColumn[];
  /** Rows in all. */
  count(context: Context): Promise<number>;
  /** The cells of the next rows behind a cursor, in the list's order. */
  page(context: Context, after: string | undefined, limit: number): Promise<{ rows: Cell[][]; next: string | undefined }>;
}

/** An export of a list, as this person may make it: the filters, order and columns are checked before anything is written. */
export async function planExport(plain: AnyResource, order: ExportOrder, context: Context): Promise<ExportPlan> {
  const resource = await withCustomOf(plain, context);
  const columns = exportColumns(resource, order.columns, order.format, context.session);
  const names = new Set(columns.map((column) => column.name));
  const labelled = [...names].filter((name) => refOf(resource, name) || name === 'created_by' || name === 'updated_by');
  // References of the chosen columns come with their texts, and none for a file of plain values.
  const shaped: AnyResource = {
    ...plain,
    columns: order.format === 'csv_import' ? [] : [...new Set([...(plain.columns ?? []), ...labelled])],
  };
  const asked = await askedFor(plain, order, context);
  return {
    resource,
    columns,
    async count({ tx, session }) {
      const match = asked.list.matching(session.tenantId, asked.request, [...asked.where, asked.scope]);
      const row = await tx.row<{ n: number }>(sql`select count(*) as n from ${table(plain)} where ${match}`);
      return row!.n;
    },
    async page(now, after, limit) {
      const { offset: _, after: __, before: ___, ...rest } = asked.request;
      const request = { ...rest, offset: 0, limit, count: 'none' as const, ...(after ? { after } : {}) };
      const page = await asked.list.page(now.tx, now.session.tenantId, request, asked.where, asked.scope);
      const shown = await presentRows(shaped, hooksOf(plain), page.rows, now, 'list');
      return { rows: shown.map((row) => columns.map((column) => column.cell(rowToExport(row)))), next: page.next };
    },
  };
}

async function askedFor(resource: AnyResource, { query, ids }: ExportOrder, context: Context): Promise<RowsAsked> {
  const asked = await rowsAsked(resource, hooksOf(resource), { ...context, query, body: {} }, {});
  if (!ids) return asked;
  const type = raw(typeOfColumn(resource, keyOf(resource).name));
  const chosen = sql`${keyColumn(resource)} = any(${ids.map(String)}::${type}[])`;
  return { ...asked, where: [...asked.where, chosen] };
}
