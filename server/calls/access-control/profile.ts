import sql from 'sql-template-tag';
import * as profileCalls from '../../../src/schemas/calls/profile';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { storeFile, shownFile, type FileRule } from '../../files/file-field';
import { sessionEnded } from '../../identity/sessions';

export const handlers: Handlers = {
  ...handle(profileCalls.profile, profile),
  ...handle(profileCalls.saveProfile, saveProfile),
};

const photoRule: FileRule = {
  resource: 'users',
  field: 'photo',
  title: 'Photo',
  kinds: {
    png: { mime: 'image/png', starts: [[0x89, 0x50, 0x4e, 0x47]] },
    jpg: { mime: 'image/jpeg', starts: [[0xff, 0xd8, 0xff]] },
    jpeg: { mime: 'image/jpeg', starts: [[0xff, 0xd8, 0xff]] },
  },
  bytes: 2 * 1024 * 1024,
};

/** Who the user is, what number they call from, and the last thirty days of their attendance. */
async function profile(context: CallContext<typeof profileCalls.profile>): Promise<CallReply<typeof profileCalls.profile>> {
  const { tx, session } = context;
  const row = await tx.row<profileCalls.OwnProfile>(sql`
    select u."name", u."email", u."phone", u."employee_code", u."languages", u."extension", u."wp_access", u."last_login_at", u."logo_image",
      r."role_name", tn."timezone",
      (select jsonb_agg(t."name" order by t."name") from "teams" t where t."tenant_id" = u."tenant_id" and t."deleted_at" is null
        and jsonb_exists(to_jsonb(u."team_ids"), t."id")) as teams,
      (select jsonb_object_agg(a."state", a."days") from (select coalesce("state", 'present') as "state", count(*)::int as "days"
        from "attendance" where "tenant_id" = ${session.tenantId} and "user_id" = ${session.userId} and "deleted_at" is null
          and "date" > (${context.services.now().toISOString()}::timestamptz at time zone ${session.timezone})::date - 30
        group by 1) a) as attendance
    from "users" u
      left join "users_roles" r on r."tenant_id" = u."tenant_id" and r."role" = u."role"
      left join "tenant" tn on tn."tenant_id" = u."tenant_id"
    where u."tenant_id" = ${session.tenantId} and u."id" = ${session.userId} and u."deleted_at" is null`);
  if (!row) throw sessionEnded();
  return { data: { ...row, logo_image: row.logo_image ? shownFile(row.logo_image, context) : null } };
}

/** Only what a person may say of themselves; role, team, email and rights stay with the administrator. */
async function saveProfile(
  context: CallContext<typeof profileCalls.saveProfile>,
): Promise<CallReply<typeof profileCalls.saveProfile>> {
  const { tx, session, body } = context;
  const { photo, ...fields } = body;
  const own = sql`"tenant_id" = ${session.tenantId} and "id" = ${session.userId}`;
  if (fields['name'] !== undefined) await tx.run(sql`update "users" set "name" = ${String(fields['name']).trim()} where ${own}`);
  if (fields['phone'] !== undefined) await tx.run(sql`update "users" set "phone" = ${fields['phone'] || null} where ${own}`);
  if (fields['extension'] !== undefined)
    await tx.run(sql`update "users" set "extension" = ${fields['extension'] || null} where ${own}`);
  if (fields['languages'] !== undefined)
    await tx.run(sql`update "users" set "languages" = ${JSON.stringify(fields['languages'])}::jsonb where ${own}`);
  if (photo !== undefined) {
    const kept = photo ? (await storeFile(photo, photoRule, context, session.userId)).address : null;
    await tx.run(sql`update "users" set "logo_image" = ${kept} where ${own}`);
  }
  return { ...(await profile(context)), message: 'Profile saved.' };
}
