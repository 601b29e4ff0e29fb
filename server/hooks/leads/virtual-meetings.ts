import sql from 'sql-template-tag';
import type { virtualMeetings } from '../../../src/schemas/leads/virtual-meetings';
import { featureOff, problem } from '../../../src/schemas/kit/problem';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';

/** The tenant switches meetings on (`vc_meetings_enabled`); what is over stays as it is. */
export const hooks: Hooks<typeof virtualMeetings> = {
  async beforeCreate(draft, context) {
    await refuseWhenOff(context);
    return { ...draft, state: 'scheduled' };
  },
  async beforeUpdate(patch, before, context) {
    await refuseWhenOff(context);
    if (before.state !== 'scheduled') throw problem(409, `This meeting is ${String(before.state)} and cannot be changed.`);
    return patch;
  },
};

async function refuseWhenOff({ tx, session }: Context): Promise<void> {
  const tenant = await tx.row<{ on: number | null }>(
    sql`select "vc_meetings_enabled" as "on" from "tenant" where "tenant_id" = ${session.tenantId}`,
    'meetings-on',
  );
  if (tenant?.on !== 1) throw problem(403, featureOff);
}
