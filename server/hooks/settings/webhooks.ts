import sql from 'sql-template-tag';
import type { WebhookState } from '../../../src/schemas/system/webhook-states';
import type { webhooks } from '../../../src/schemas/settings/webhooks';
import { resources } from '../../../src/schemas/kit/all';
import { invalid } from '../../../src/schemas/kit/problem';
import type { Draft } from '../../../src/schemas/kit/resource';
import type { Hooks } from '../../context/hooks';
import { newId } from '../../store/ids';

type State = Pick<WebhookState, 'webhook_id' | 'paused_until' | 'failures' | 'last_error' | 'last_delivered_at'>;

export const hooks: Hooks<typeof webhooks> = {
  async beforeCreate(draft) {
    refuseUnknownEvents(draft);
    return draft;
  },
  async beforeUpdate(patch) {
    refuseUnknownEvents(patch);
    return patch;
  },
  /** A new webhook receives events from now on; a changed one is tried again at once. */
  async afterWrite(row, before, { tx, session }) {
    const { tenantId } = session;
    const id = row.id;
    if (before)
      await tx.run(
        sql`update "webhook_states" set "failures" = 0, "paused_until" = null where "tenant_id" = ${tenantId} and "webhook_id" = ${id}`,
      );
    else
      await tx.run(
        sql`insert into "webhook_states" ("tenant_id", "id", "webhook_id", "seen_seq")
            select ${tenantId}, ${newId()}, ${id}, coalesce(max("seq"), 0) from "audit" where "tenant_id" = ${tenantId}`,
      );
  },
  async present(rows, { tx, session }) {
    const ids = rows.map((row) => row.id);
    const states = await tx.rows<State>(
      sql`select "webhook_id", "paused_until", "failures", "last_error", "last_delivered_at" from "webhook_states"
          where "tenant_id" = ${session.tenantId} and "webhook_id" = any(${ids}::text[])`,
      'webhook-states',
    );
    const byWebhook = new Map(states.map(({ webhook_id: id, ...state }) => [id, state]));
    return rows.map((row) => ({ ...row, ...byWebhook.get(row.id) }));
  },
};

function refuseUnknownEvents(draft: Draft<typeof webhooks>): void {
  draft.events?.forEach((event, row) => {
    const name = event.split('.')[0];
    if (!resources.some((one) => one.name === name && one.access !== 'nobody' && one.store !== 'none' && one.store !== 'view'))
      throw invalid(`events.${row}`, `Events, row ${row + 1}: there is no '${name}'`);
  });
}
