import type { webhookDeliveries } from '../../../src/schemas/settings/webhook-deliveries';
import { resourceNamed, resources } from '../../../src/schemas/kit/all';
import { isRecord } from '../../../src/schemas/kit/is-record';
import { leadPaths } from '../../../src/schemas/kit/lead-data';
import type { AnyRow } from '../../../src/schemas/kit/resource';
import { veil } from '../../catalogue/field-rules';
import type { Hooks } from '../../context/hooks';
import type { Session } from '../../context/session';

const aboutLeads = leadPaths(resources);
const parts = ['record', 'old', 'new'] as const;

/** What was sent is shown with the record's hidden and masked fields; lead data only to a role that sees all leads (TRUST-S34). */
export const hooks: Hooks<typeof webhookDeliveries> = {
  async present(rows, { session }) {
    return rows.map((row) => ({ ...row, body: row.body ? shownBody(row.body, session) : row.body }));
  },
};

function shownBody(body: AnyRow, session: Session): AnyRow {
  const resource = resourceNamed(String(body.resource));
  const isOfLead = resource.name === 'leads' || aboutLeads.has(resource.name);
  const given = parts.flatMap((part) => (isRecord(body[part]) ? [{ part, record: body[part] }] : []));
  const shown =
    isOfLead && session.scope !== 'tenant' ? [] : given.map(({ part, record }) => [part, veil(resource, session, record)]);
  const { record: _, old: __, new: ___, ...rest } = body;
  return { ...rest, ...Object.fromEntries(shown) };
}
