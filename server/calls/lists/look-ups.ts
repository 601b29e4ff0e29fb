import sql from 'sql-template-tag';
import type { Row } from '../../../src/schemas/kit/resource';
import { leadSources as sources } from '../../../src/schemas/settings/lead-sources';
import { leadStages as stages } from '../../../src/schemas/settings/lead-stages';
import { veil } from '../../catalogue/field-rules';
import { pickFields } from '../../catalogue/list';
import { columnsOf } from '../../catalogue/rows';
import type { Context, Handlers, Reply } from '../../context/context';
import { handleAction } from '../../context/handle-action';
import { refuseOtherFilters } from '../../store/list-request';

/** Look-ups whose choice of rows depends on the query; the others follow from `lists` of their schema. */
export const handlers: Handlers = {
  ...handleAction(stages, 'lookUp', leadStages),
  ...handleAction(sources, 'lookUp', leadSources),
};

/** Active stages in their order, each with its active sub-stages; allStages=true adds the inactive ones. */
async function leadStages({ tx, session, query }: Context): Promise<Reply> {
  refuseOtherFilters(query, ['allStages']);
  const all = query.allStages === 'true' || query.allStages === true;
  const rows = await tx.rows<Row<typeof stages>>(
    sql`select ${columnsOf(stages)} from "lead_stages" where tenant_id = ${session.tenantId} and deleted_at is null
      and (status = 1 or ${all}) order by sort_order, stage_name, id limit 1000`,
    'look_up_stages',
  );
  const seen = rows.map((row) => veil(stages, session, row));
  const data = seen.map((row) => ({
    ...pickFields(stages, row, stages.lists?.lookUp.pick ?? []),
    sub_stages: (row.sub_stages ?? [])
      .filter((one) => one.status !== 0)
      .sort((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0)),
  }));
  return { data };
}

/** Active sources by name; with a type those of that type and those for all. */
async function leadSources({ tx, session, query }: Context): Promise<Reply> {
  refuseOtherFilters(query, ['type']);
  const type = typeof query.type === 'string' && query.type !== '' ? query.type : 'all';
  const rows = await tx.rows(
    sql`select id, name from "lead_sources" where tenant_id = ${session.tenantId} and deleted_at is null and status = 1
      and (${type}::text = 'all' or type in ('all', ${type})) order by lower(name), id limit 1000`,
    'look_up_sources',
  );
  return { data: rows.map((row) => pickFields(sources, veil(sources, session, row), sources.lists?.lookUp.pick ?? [])) };
}
