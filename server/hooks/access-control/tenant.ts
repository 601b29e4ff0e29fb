import sql from 'sql-template-tag';
import type { Tenant, tenant } from '../../../src/schemas/access-control/tenant';
import type { Draft } from '../../../src/schemas/kit/resource';
import type { FieldError } from '../../../src/schemas/kit/problem';
import { invalid } from '../../../src/schemas/kit/problem';
import { tenantConditions } from '../../../src/schemas/kit/tenant-conditions';
import { refuseInvalid } from '../../catalogue/validate';
import { releaseHeld } from '../../channels/held-messages';
import { isRunaway, patternOf } from '../../domain/patterns';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';
import { moveSlots } from '../../reports/schedule-slots';

const hooksOf = ['teams_attendance_webhook_url', 'teams_auth_log_webhook_url', 'teams_leave_webhook_url'] as const;

export const hooks: Hooks<typeof tenant> = {
  /** A record that passed validation has every required field, so its details are complete (D-107). */
  async beforeUpdate(patch, before, context) {
    const merged = { ...before, ...patch };
    refuseInvalid([...tenantConditions(merged), ...insecureHooks(patch), ...patternErrors(patch)]);
    if (patch.timezone && patch.timezone !== before.timezone) await refuseUnknownZone(patch.timezone, context);
    return {
      ...patch,
      ...brandOf(patch, before),
      ...(before.is_details_complete === true ? {} : { is_details_complete: true }),
    };
  },
  /** What a feature held back leaves when it is switched on. A replaced logo is no longer served. */
  async afterWrite(row, before, { tx, session, services }) {
    if (before && row.timezone && row.timezone !== before.timezone)
      await moveSlots(tx, session.tenantId, row.timezone, services.now());
    if (isSwitchedOn(row.features, before?.features) && (await releaseHeld(tx, session.tenantId)))
      tx.afterCommit(() => services.jobs.wake());
    const old = /^files\/([\w-]+)/.exec(before?.logo_image ?? '')?.[1];
    if (!old || before?.logo_image === row.logo_image) return;
    await tx.run(sql`
      update "files" set "deleted_at" = now() where "tenant_id" = ${session.tenantId} and "id" = ${old}
        and "owner_resource" = 'tenant' and "deleted_at" is null`);
  },
};

/** A browser may know other names than the database, in whose statements it stands from now on. */
async function refuseUnknownZone(zone: string, { tx }: Pick<Context, 'tx'>): Promise<void> {
  if (!(await tx.row(sql`select 1 from pg_timezone_names where "name" = ${zone}`)))
    throw invalid('timezone', `Timezone '${zone}' is not known to the database`);
}

const isSwitchedOn = (now: Tenant['features'], before: Tenant['features']): boolean =>
  Object.entries(before ?? {}).some(
    ([name, on]) => on === false && Object.entries(now ?? {}).every(([other, is]) => other !== name || is !== false),
  );

/** The messages name people, so they are never sent unencrypted. */
const insecureHooks = (patch: Draft<typeof tenant>): FieldError[] =>
  hooksOf
    .filter((path) => patch[path] && !/^https:\/\//i.test(String(patch[path])))
    .map((path) => ({ path, message: 'Please, Enter valid URL.' }));

function patternErrors({ custom_phone_regex: source }: Draft<typeof tenant>): FieldError[] {
  if (typeof source !== 'string' || source === '') return [];
  const error = (message: string): FieldError[] => [{ path: 'custom_phone_regex', message }];
  if (!patternOf(source)) return error('Phone Regex is not a valid pattern.');
  return isRunaway(source) ? error('Phone Regex contains nested repeats and could run forever.') : [];
}

/** The name in the sidebar follows the name it was taken from. */
function brandOf(patch: Draft<typeof tenant>, before: Tenant): Draft<typeof tenant> {
  if (Object.hasOwn(patch, 'brand_name')) return {};
  const source = (['name', 'short_name'] as const).find(
    (one) => patch[one] && before.brand_name && before.brand_name === before[one],
  );
  return source ? { brand_name: String(patch[source]).slice(0, 80) } : {};
}
