import sql, { raw } from 'sql-template-tag';
import { mayDo } from '../../../src/schemas/kit/access';
import { publisherLeads } from '../../../src/schemas/leads/publisher-leads';
import type { publishers } from '../../../src/schemas/leads/publishers';
import { scopeOf } from '../../catalogue/scope';
import type { Stored } from '../../../src/schemas/kit/resource';
import type { Hooks } from '../../context/hooks';
import type { Tx } from '../../store/store';
import { publisherFigures } from '../../leads/publisher-figures';

/** The figures count the rows that this person would find in the list of delivered leads. */
export const hooks: Hooks<typeof publishers> = {
  async present(all, { tx, session, services }, of) {
    const rows = of === 'read' ? await withCollegeNames(all, tx, session.tenantId) : all;
    if (!rows.length || !mayDo(session, publisherLeads.access, 'list')) return rows;
    const asked = { tenantId: session.tenantId, zone: session.timezone, now: services.now() };
    const seen = scopeOf(publisherLeads, session, raw('v')) ?? undefined;
    const figures = await publisherFigures(
      tx,
      asked,
      rows.map(({ id }) => id),
      seen,
    );
    return rows.map((row) => {
      const known = figures.get(row.id);
      if (!known) return row;
      const { verified: _, connected: __, ...shown } = known;
      return { ...row, ...shown };
    });
  },
};

/** The colleges of the limits by name, in the order of the limits. */
async function withCollegeNames(
  rows: Stored<typeof publishers>[],
  tx: Tx,
  tenantId: string,
): Promise<Stored<typeof publishers>[]> {
  const ids = rows.flatMap(({ college_caps: caps }) => (caps ?? []).map(({ clg_id }) => clg_id));
  if (!ids.length) return rows;
  const found: { clg_id: number; clg_name: string }[] = await tx.rows(
    sql`select "clg_id", "clg_name" from "colleges" where "tenant_id" = ${tenantId} and "clg_id" = any(${ids}::bigint[])`,
  );
  const names = new Map(found.map(({ clg_id, clg_name }) => [Number(clg_id), clg_name]));
  return rows.map((row) => {
    const texts = (row.college_caps ?? []).map(({ clg_id }) => names.get(clg_id) ?? String(clg_id));
    return { ...row, _labels: { ...row._labels, 'college_caps.*.clg_id': texts } };
  });
}
