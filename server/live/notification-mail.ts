import sql from 'sql-template-tag';
import type { Channels } from '../context/channels';
import type { Tx } from '../store/store';

const atOnce = 100;

/** Does any notification of this tenant wait to be sent by email? */
export async function mailsDue(tx: Tx, tenantId: string): Promise<boolean> {
  const row = await tx.row(
    sql`select 1 from "notifications" where "tenant_id" = ${tenantId} and "mail" and "deleted_at" is null limit 1`,
  );
  return row !== undefined;
}

/** Copies of notifications by email for those who asked for them; several processes at once send each one once. */
export async function mailNotifications(tx: Tx, channels: Channels, tenantId: string, publicUrl: string): Promise<void> {
  const due = await tx.rows<{ id: string; email: string; message: string; brand: string | null }>(sql`
    select n."id", u."email", n."notifications" ->> 'message' as "message", coalesce(t."brand_name", t."name") as "brand"
    from "notifications" n join "users" u on u."tenant_id" = n."tenant_id" and u."id" = n."user_id" and u."status" = 1
      and u."deleted_at" is null
    join "tenant" t on t."tenant_id" = n."tenant_id"
    where n."tenant_id" = ${tenantId} and n."mail" and n."deleted_at" is null order by n."seq" limit ${atOnce}
    for update of n skip locked`);
  for (const { id, email: to, message, brand } of due) {
    await channels.send(tx, tenantId, {
      channel: 'email',
      to,
      subject: message.slice(0, 200),
      body: `${message}\n\nOpen ${publicUrl} to see it. Choose which notifications you get by email under My Account.\n${brand ?? ''}`,
    });
    await tx.run(sql`update "notifications" set "mail" = null where "tenant_id" = ${tenantId} and "id" = ${id}`);
  }
  // Emails of people who have left are marked, so that they are not checked again and again.
  await tx.run(sql`update "notifications" n set "mail" = null where n."tenant_id" = ${tenantId} and n."mail" and not exists (
    select from "users" u where u."tenant_id" = n."tenant_id" and u."id" = n."user_id" and u."status" = 1 and u."deleted_at" is null)`);
}
