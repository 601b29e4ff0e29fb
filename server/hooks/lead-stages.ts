import sql from 'sql-template-tag';
import { resourceNamed } from '../../src/schemas/kit/all';
import { invalid, problem } from '../../src/schemas/kit/problem';
import type { Context } from '../context/context';
import type { Hooks } from '../context/hooks';

type Row = Record<string, unknown>;
type SubStage = { readonly status?: number };

/** D-065: leads are recognised as enrolled by this exact name, so the stage stays as it is. */
const enrolled = 'Enrolled';

export const hooks: Hooks = {
  async beforeCreate(draft, context) {
    await refuseUnknownFields(draft, context);
    return { ...draft, is_system: false };
  },
  async beforeUpdate(patch, before, context) {
    if (before['stage_name'] === enrolled) refuseEnrolled(patch);
    await refuseUnknownFields(patch, context);
    return patch;
  },
  async beforeDelete(row) {
    if (row['stage_name'] === enrolled) throw problem(409, 'Enrolled is a stage of the system and cannot be deleted.');
  },
};

function refuseEnrolled(patch: Row): void {
  if ('stage_name' in patch) throw problem(409, 'Enrolled is a stage of the system and cannot be renamed.');
  if (patch['status'] === 0) throw problem(409, 'Enrolled is a stage of the system and stays active.');
  if ('outcome' in patch) throw problem(409, 'The outcome of Enrolled is fixed.');
  if (!('sub_stages' in patch)) return;
  const subStages = (patch['sub_stages'] ?? []) as SubStage[];
  if (!subStages.some((one) => one.status !== 0)) throw problem(409, 'Enrolled needs at least one active sub stage.');
}

/** `required_fields` are lead fields or keys of custom fields. */
async function refuseUnknownFields(values: Row, { tx, session }: Context): Promise<void> {
  const names = (values['required_fields'] ?? []) as string[];
  const unknown = names.filter((name) => !Object.hasOwn(resourceNamed('leads').fields.properties, name));
  if (!unknown.length) return;
  const rows = await tx.rows<{ key: string }>(sql`
    select "key" from "custom_fields" where tenant_id = ${session.tenantId} and entity = 'lead' and deleted_at is null
      and "key" = any(${unknown}::text[])`);
  const missing = unknown.find((name) => !rows.some((row) => row.key === name));
  if (missing) throw invalid('required_fields', `'${missing}' is no field of a lead`);
}
