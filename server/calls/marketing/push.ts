import sql from 'sql-template-tag';
import * as pushCalls from '../../../src/schemas/calls/push';
import { problem } from '../../../src/schemas/kit/problem';
import { pushSubscribers } from '../../../src/schemas/marketing/push-subscribers';
import { sealField } from '../../catalogue/secret-fields';
import type { Handlers } from '../../context/context';
import { handle, type OutsideCallContext, type CallReply } from '../../context/handle';
import { networkOf } from '../../identity/network-of';
import { actorOf } from '../../identity/sessions';
import { newId } from '../../store/ids';

export const handlers: Handlers = {
  ...handle(pushCalls.subscribeVisitor, subscribe),
};

/** The visitor of a page: the subscription belongs to the tenant of the widget; the same browser keeps one record (D-138). */
async function subscribe({
  services,
  body,
  request,
}: OutsideCallContext<typeof pushCalls.subscribeVisitor>): Promise<CallReply<typeof pushCalls.subscribeVisitor>> {
  const { id, endpoint, keys } = body;
  if ((await services.store.hit(`subscribe:${networkOf(request.ip)}`, 3600)) > 60)
    throw problem(429, 'Too many requests. Please try again later.');
  const [found] = await services.store.lookUp<{ tenant_id: string }>('tenant_of_widget', [id]);
  if (!found) throw problem(404, 'Widget not found.');
  const tenantId = found.tenant_id;
  const agent = String(body.user_agent ?? request.agent).slice(0, 400);
  await services.store.transaction(actorOf(request, tenantId, null), async (tx) => {
    const known = await tx.row<{ id: string }>(sql`
      select "id" from "push_subscribers" where "tenant_id" = ${tenantId} and lower("endpoint") = lower(${endpoint}) and "deleted_at" is null`);
    const key = known?.id ?? newId();
    const sealed = await sealField(pushSubscribers, 'keys', key, keys, { services, session: { tenantId } });
    if (known)
      await tx.run(sql`
        update "push_subscribers" set "keys" = to_jsonb(${sealed}::text), "status" = 1, "user_agent" = ${agent}
        where "tenant_id" = ${tenantId} and "id" = ${key}`);
    else
      await tx.run(sql`
        insert into "push_subscribers" ("tenant_id", "id", "endpoint", "keys", "user_agent", "status")
        values (${tenantId}, ${key}, ${endpoint}, to_jsonb(${sealed}::text), ${agent}, 1)`);
  });
  return { message: 'Subscribed.' };
}
