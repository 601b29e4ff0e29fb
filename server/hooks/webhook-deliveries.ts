import { resourceNamed, resources } from '../../src/schemas/kit/all';
import { leadPaths } from '../../src/schemas/kit/lead-data';
import { veil } from '../catalogue/field-rules';
import type { Hooks } from '../context/hooks';
import type { Session } from '../context/session';

type Values = Record<string, unknown>;
const aboutLeads = leadPaths(resources);
const parts = ['record', 'old', 'new'] as const;

/** What was sent is shown no clearer than the record itself; data of leads only to a role that sees all of them (TRUST-S34). */
export const hooks: Hooks = {
  async present(rows, { session }) {
    return rows.map((row) => ({ ...row, body: row['body'] ? shownBody(row['body'] as Values, session) : row['body'] }));
  },
};

function shownBody(body: Values, session: Session): Values {
  const resource = resourceNamed(String(body['resource']));
  const isOfLead = resource.name === 'leads' || aboutLeads.has(resource.name);
  const given = parts.filter((part) => body[part] !== undefined && body[part] !== null);
  const shown =
    isOfLead && session.scope !== 'tenant' ? [] : given.map((part) => [part, veil(resource, session, body[part] as Values)]);
  const { record: _, old: __, new: ___, ...rest } = body;
  return { ...rest, ...Object.fromEntries(shown) };
}
