import sql from 'sql-template-tag';
import type { pushSubscribers } from '../../../src/schemas/marketing/push-subscribers';
import { resourceNamed } from '../../../src/schemas/kit/all';
import { updateRow } from '../../catalogue/update';
import { StandIn, type Hooks } from '../../context/hooks';

export const hooks: Hooks<typeof pushSubscribers> = {
  /** Storing the same subscription twice keeps one record, with the newer keys (D-138). */
  async beforeCreate(draft, context) {
    const user_agent = String(context.body.user_agent ?? context.request.agent).slice(0, 400);
    const known = await context.tx.row<{ id: string }>(sql`
      select "id" from "push_subscribers" where "tenant_id" = ${context.session.tenantId}
        and lower("endpoint") = lower(${draft.endpoint}) and "deleted_at" is null for update`);
    if (!known) return { ...draft, user_agent };
    const { endpoint: _, ...newer } = draft;
    await updateRow(resourceNamed('push-subscribers'), known.id, { ...newer, user_agent }, context);
    return new StandIn(known.id);
  },
};
