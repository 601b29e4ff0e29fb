import * as apiKeysCalls from '../../src/schemas/calls/api-keys';
import { handle, type CallContext, type CallReply } from '../context/handle';
import sql from 'sql-template-tag';
import { resourceNamed } from '../../src/schemas/kit/all';
import { presentRows } from '../catalogue/answers';
import { createRecord } from '../catalogue/create';
import { asKey } from '../catalogue/drafts';
import { fetchRow } from '../catalogue/rows';
import { updateRow } from '../catalogue/update';
import { hooks } from '../hooks/api-keys';
import { hashOf, newKey, prefixOf } from '../identity/api-keys';
import type { Context, Handlers } from '../context/context';
import { newId } from '../store/ids';

type Row = Record<string, unknown>;
const keys = resourceNamed('api-keys');

/** Answers the record and `key`, which nobody sees again. */
const create = async (
  context: CallContext<typeof apiKeysCalls.apiKeyCreate>,
): Promise<CallReply<typeof apiKeysCalls.apiKeyCreate>> => {
  const row = await createRecord(keys, hooks, { ...context.body }, context);
  return { data: await withKey(row, context) };
};

const rotate = async (
  context: CallContext<typeof apiKeysCalls.apiKeyRotate>,
): Promise<CallReply<typeof apiKeysCalls.apiKeyRotate>> => {
  const row = await fetchRow(keys, asKey(keys, context.params['id']), context, { lock: true });
  return { data: await withKey(row, context) };
};

export const handlers: Handlers = {
  ...handle(apiKeysCalls.apiKeyCreate, create),
  ...handle(apiKeysCalls.apiKeyRotate, rotate),
};

async function withKey(row: Row, context: Context): Promise<Row> {
  const { tx, session, services } = context;
  const key = newKey();
  const id = row['id'] as string;
  await tx.run(sql`delete from "api_key_hashes" where "tenant_id" = ${session.tenantId} and "key_id" = ${id}`);
  await tx.run(sql`insert into "api_key_hashes" ("tenant_id", "id", "key_id", "key_hash")
    values (${session.tenantId}, ${newId()}, ${id}, ${hashOf(services, key)})`);
  const saved = await updateRow(keys, id, { key_prefix: prefixOf(key) }, context);
  const [shown] = await presentRows(keys, hooks, [saved], context, 'read');
  return { ...shown, key };
}
