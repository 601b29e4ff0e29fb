import sql from 'sql-template-tag';
import type { apiKeys } from '../../../src/schemas/settings/api-keys';
import { resources } from '../../../src/schemas/kit/all';
import { invalid } from '../../../src/schemas/kit/problem';
import type { Draft } from '../../../src/schemas/kit/resource';
import { isNetwork } from '../../identity/api-keys';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';

export const hooks: Hooks<typeof apiKeys> = {
  async beforeCreate(draft, context) {
    refuseWrong(draft, context);
    refuseUncounted(draft);
    return draft;
  },
  async beforeUpdate(patch, before, context) {
    refuseWrong(patch, context);
    if ('scopes' in patch || 'publisher_id' in patch) refuseUncounted({ ...before, ...patch });
    return patch;
  },
  /** Revoked for good: without its hash a restored key opens nothing until it is rotated. */
  async beforeDelete(row, { tx, session }) {
    await tx.run(sql`delete from "api_key_hashes" where "tenant_id" = ${session.tenantId} and "key_id" = ${row.id}`);
  },
  async present(rows, { tx, session }) {
    const ids = rows.map((row) => row.id);
    const used = await tx.rows<{ key_id: string; last_used_at: string | null; last_used_ip: string | null }>(
      sql`select "key_id", "last_used_at", "last_used_ip" from "api_key_hashes"
          where "tenant_id" = ${session.tenantId} and "key_id" = any(${ids}::text[]) and "deleted_at" is null`,
      'key-uses',
    );
    const byKey = new Map(used.map((one) => [one.key_id, one]));
    return rows.map((row) => {
      const use = byKey.get(row.id);
      return { ...row, last_used_at: use?.last_used_at ?? null, last_used_ip: use?.last_used_ip ?? null };
    });
  },
};

/** What a publisher delivers is counted and named in the call for captured leads only. */
function refuseUncounted({ publisher_id: publisher, scopes }: Draft<typeof apiKeys>): void {
  if (publisher && scopes?.includes('leads:create'))
    throw invalid(
      'scopes',
      "A publisher's key adds leads with lead_capture, which applies its daily limit, not with leads:create",
    );
}

const named = new Set(['lead_capture', 'lead_read', 'report_read']);

function refuseWrong(draft: Draft<typeof apiKeys>, { services }: Context): void {
  draft.scopes?.forEach((scope, row) => {
    if (!named.has(scope) && !resources.some((one) => one.access !== 'nobody' && one.name === scope.split(':')[0]))
      throw invalid(`scopes.${row}`, `Scopes, row ${row + 1}: there is no '${scope.split(':')[0]}'`);
  });
  draft.allowed_ips?.forEach((address, row) => {
    if (!isNetwork(address))
      throw invalid(
        `allowed_ips.${row}`,
        `Allowed IP addresses, row ${row + 1}: '${address}' is neither an IP address nor a network`,
      );
  });
  const ends = draft.expires_at;
  if (typeof ends === 'string' && Date.parse(ends) <= services.now().getTime())
    throw invalid('expires_at', 'Expires must be in the future');
}
