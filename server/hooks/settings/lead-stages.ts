import sql from 'sql-template-tag';
import type { leadStages } from '../../../src/schemas/settings/lead-stages';
import { resourceNamed } from '../../../src/schemas/kit/all';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import type { Draft } from '../../../src/schemas/kit/resource';
import { enrolled } from '../../../src/schemas/kit/stage-rules';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';

/** D-065: leads are recognised as enrolled by the stage's exact name, so it stays as it is. */
export const hooks: Hooks<typeof leadStages> = {
  async beforeCreate(draft, context) {
    await refuseUnknownFields(draft, context);
    return { ...draft, is_system: false };
  },
  async beforeUpdate(patch, before, context) {
    if (before.stage_name === enrolled) refuseEnrolled(patch);
    await refuseUnknownFields(patch, context);
    return patch;
  },
  async beforeDelete(row) {
    if (row.stage_name === enrolled) throw problem(409, 'Enrolled is a system stage and cannot be deleted.');
  },
};

function refuseEnrolled(patch: Draft<typeof leadStages>): void {
  if ('stage_name' in patch) throw problem(409, 'Enrolled is a system stage and cannot be renamed.');
  if (patch.status === 0) throw problem(409, 'Enrolled is a system stage and must stay active.');
  if ('outcome' in patch) throw problem(409, 'The outcome of Enrolled cannot be changed.');
  if (!('sub_stages' in patch)) return;
  const subStages = patch.sub_stages ?? [];
  if (!subStages.some((one) => one.status !== 0)) throw problem(409, 'Enrolled needs at least one active sub stage.');
}

/** `required_fields` are lead fields or keys of custom fields. */
async function refuseUnknownFields(values: Draft<typeof leadStages>, { tx, session }: Context): Promise<void> {
  const names = values.required_fields ?? [];
  const unknown = names.filter((name) => !Object.hasOwn(resourceNamed('leads').fields.properties, name));
  if (!unknown.length) return;
  const rows = await tx.rows<{ key: string }>(sql`
    select "key" from "custom_fields" where tenant_id = ${session.tenantId} and entity = 'lead' and deleted_at is null
      and "key" = any(${unknown}::text[])`);
  const missing = unknown.find((name) => !rows.some((row) => row.key === name));
  if (missing) throw invalid('required_fields', `'${missing}' is not a lead field`);
}
