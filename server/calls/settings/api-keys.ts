import sql from 'sql-template-tag';
import * as apiKeysCalls from '../../../src/schemas/calls/api-keys';
import type { AnyRow } from '../../../src/schemas/kit/resource';
import { apiKeys as keys } from '../../../src/schemas/settings/api-keys';
import { presentRow } from '../../catalogue/answers';
import { createRecord } from '../../catalogue/create';
import { asKey } from '../../catalogue/drafts';
import { fetchRow } from '../../catalogue/rows';
import { updateRow } from '../../catalogue/update';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { hooks } from '../../hooks/settings/api-keys';
import { hashOf, newKey, prefixOf } from '../../identity/api-keys';
import { newId } from '../../store/ids';

/** Returns the record and `key`, which is never shown again. */
const create = async (
  context: CallContext<typeof apiKeysCalls.apiKeyCreate>,
): Promise<CallReply<typeof apiKeysCalls.apiKeyCreate>> => {
  const row = await createRecord(keys, hooks, { ...context.body }, context);
  return { data: await withKey(String(row.id), context) };
};

const rotate = async (
  context: CallContext<typeof apiKeysCalls.apiKeyRotate>,
): Promise<CallReply<typeof apiKeysCalls.apiKeyRotate>> => {
  const row = await fetchRow(keys, asKey(keys, context.params['id']), context, { lock: true });
  return { data: await withKey(String(row.id), context) };
};

export const handlers: Handlers = {
  ...handle(apiKeysCalls.apiKeyCreate, create),
  ...handle(apiKeysCalls.apiKeyRotate, rotate),
};

async function withKey(id: string, context: Context): Promise<AnyRow & { key: string }> {
  const { tx, session, services } = context;
  const key = newKey();
  await tx.run(sql`delete from "api_key_hashes" where "tenant_id" = ${session.tenantId} and "key_id" = ${id}`);
  await tx.run(sql`insert into "api_key_hashes" ("tenant_id", "id", "key_id", "key_hash")
    values (${session.tenantId}, ${newId()}, ${id}, ${hashOf(services, key)})`);
  const saved = await updateRow(keys, id, { key_prefix: prefixOf(key) }, context);
  return { ...(await presentRow(keys, hooks, saved, context)), key };
}
