import sql, { raw } from 'sql-template-tag';
import * as bulkCalls from '../../../src/schemas/calls/bulk-changes';
import { invalid } from '../../../src/schemas/kit/problem';
import { keyOf } from '../../../src/schemas/kit/resource';
import { actOf } from '../../bulk/change-rows';
import { allowedList } from '../../bulk/list-of';
import { asKey } from '../../catalogue/drafts';
import { chosenRows } from '../../catalogue/chosen-rows';
import { columnsOf } from '../../catalogue/rows';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { hooksOf } from '../../hooks/all';
import { keyColumn, table } from '../../store/identifiers';
import { statementName } from '../../store/statement-name';
import { typeOfColumn } from '../../store/list-request';

export const handlers: Handlers = { ...handle(bulkCalls.bulkPreview, preview) };

/** The rows as this person's list shows them, and what the act says of them beforehand. */
async function preview(context: CallContext<typeof bulkCalls.bulkPreview>): Promise<CallReply<typeof bulkCalls.bulkPreview>> {
  const { params, session, tx } = context;
  const { act: name, ids, query, values = {} } = context.body;
  const resource = allowedList(params['resource'], session, 'update', name);
  const hooks = hooksOf(resource);
  const act = actOf(hooks, name);
  if ((ids === undefined) === (query === undefined)) throw invalid('ids', 'Choose rows, or choose all that match');
  const checked = await act.check(values, context);
  const asked = await chosenRows(resource, hooks, context, query);
  const chosen =
    ids &&
    sql`${keyColumn(resource)} = any(${ids.map((id) => String(asKey(resource, id)))}::${raw(typeOfColumn(resource, keyOf(resource).name))}[])`;
  const match = asked.list.matching(session.tenantId, asked.request, [...asked.where, asked.scope, chosen]);
  const statement = sql`select ${columnsOf(resource)} from ${table(resource)} where ${match}
    order by ${keyColumn(resource)} limit ${bulkCalls.mostPreviewed + 1}`;
  const rows = await tx.rows(statement, statementName(statement));
  const looked = rows.slice(0, bulkCalls.mostPreviewed);
  const counts = new Map<string, number>();
  for (const reason of (await act.refusals?.(looked, checked, context)) ?? [])
    if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const skipped = [...counts].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count);
  return { data: { looked: looked.length, all: rows.length === looked.length, skipped } };
}
