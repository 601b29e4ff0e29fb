import sql, { raw, type Sql } from 'sql-template-tag';
import { dispositionMinutes } from '../../src/schemas/kit/call-types';

/** The call actions that say what came of a call `c`: those that name it, else those saved shortly after it by its user. */
export const sayings = (
  column: 'id' | 'stage_id' | 'sub_stage' | 'message',
): Sql => sql`select a.${raw(`"${column}"`)} from "call_actions" a
  where a."tenant_id" = c."tenant_id" and a."lead_id" = c."lead_id" and a."deleted_at" is null and (a."call_id" = c."id"
    or (a."call_id" is null and a."user_id" = c."user_id" and a."created_at" >= c."started_at"
      and a."created_at" <= coalesce(c."ended_at", c."started_at") + make_interval(mins => ${dispositionMinutes}::int)))
  order by a."call_id" is null, a."created_at", a."id" limit 1`;
/** The stage that was recorded for a call `c`. */
export const disposition: Sql = sql`(${sayings('stage_id')})`;
