import { raw } from 'sql-template-tag';
import { mayDo } from '../../../src/schemas/kit/access';
import { publisherLeads } from '../../../src/schemas/leads/publisher-leads';
import type { publishers } from '../../../src/schemas/leads/publishers';
import { scopeOf } from '../../catalogue/scope';
import type { Hooks } from '../../context/hooks';
import { publisherFigures } from '../../leads/publisher-figures';

/** The figures count the rows that this person would find in the list of delivered leads. */
export const hooks: Hooks<typeof publishers> = {
  async present(rows, { tx, session, services }) {
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
