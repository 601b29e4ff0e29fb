import sql from 'sql-template-tag';
import type { LeadSource, leadSources } from '../../../src/schemas/settings/lead-sources';
import { invalid } from '../../../src/schemas/kit/problem';
import { fold } from '../../../src/schemas/kit/checks';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';
import { refuseCycle } from '../access-control/cycles';

export const hooks: Hooks<typeof leadSources> = {
  async beforeCreate(draft, context) {
    await refuseTaken(draft, null, context);
    return draft;
  },
  async beforeUpdate(patch, before, context) {
    await refuseCycle(context, 'lead-sources', 'parent_id', before.id, patch.parent_id, 'Part of');
    if ('name' in patch || 'aliases' in patch) await refuseTaken({ ...before, ...patch }, before.id, context);
    return patch;
  },
};

/** Imports and forms find a source by name or alias without regard to case, so each text belongs to one source. */
async function refuseTaken(source: Partial<LeadSource>, id: string | null, { tx, session }: Context): Promise<void> {
  const texts = [source.name, ...(source.aliases ?? [])].map(fold);
  const other = await tx.row<{ name: string; text: string }>(sql`
    select s.name, w.text from "lead_sources" s
    cross join lateral (select lower(trim(s.name)) as text union all select lower(trim(a)) from jsonb_array_elements_text(
      case jsonb_typeof(s.aliases) when 'array' then s.aliases else '[]'::jsonb end) a) w
    where s.tenant_id = ${session.tenantId} and s.deleted_at is null and s.id is distinct from ${id}
      and w.text = any(${texts}::text[]) limit 1`);
  if (!other) return;
  if (other.text === texts[0]) throw invalid('name', `Name is already used by ${other.name}`);
  throw invalid('aliases', `'${other.text}' is already used by ${other.name}`);
}
