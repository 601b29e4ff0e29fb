import sql from 'sql-template-tag';
import type { Outcome } from '../channels/ask-once';
import { Gone } from '../channels/web-push';
import type { Tx } from '../store/store';

/** The push service says that these subscriptions have ended: nothing is sent to them again. */
export async function dropBrowsers(
  tx: Tx,
  tenantId: string,
  ended: readonly { readonly one: { readonly message: { readonly to: string } }; readonly outcome: Outcome<unknown> }[],
): Promise<void> {
  const gone = ended.flatMap(({ one, outcome }) =>
    outcome.state === 'refused' && outcome.error instanceof Gone ? [one.message.to] : [],
  );
  if (gone.length)
    await tx.run(
      sql`update "push_subscribers" set "status" = 0 where "tenant_id" = ${tenantId} and "id" = any(${gone}::text[])`,
      'browsers-gone',
    );
}
