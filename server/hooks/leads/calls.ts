import sql from 'sql-template-tag';
import { isVeiled } from '../../../src/schemas/kit/field-rules';
import { callActions } from '../../../src/schemas/leads/call-actions';
import { calls } from '../../../src/schemas/leads/calls';
import { rulesOf } from '../../catalogue/field-rules';
import type { Hooks } from '../../context/hooks';
import { sayings } from '../../measures/call-disposition';
import { withCost } from './call-cost';

/** A stage saved this long after a call still belongs to it. */
const wrapUpMinutes = 10;

export const hooks: Hooks<typeof calls> = {
  present: async (rows, { session }) => rows.map((row) => withCost(row, session)),
  texts: {
    /** As the call histories show it. */
    summary(keys, { session }) {
      const comment = isVeiled(rulesOf(callActions, session).get('message'))
        ? sql`null`
        : sql`nullif((${sayings('message')}), '')`;
      const note = isVeiled(rulesOf(calls, session).get('note')) ? sql`null` : sql`nullif(c."note", '')`;
      return sql`select s."id", s."text" from (select c."id", coalesce(${comment}, ${note}) as "text" from "calls" c
        where c."tenant_id" = ${session.tenantId} and c."id" = any(${[...keys]}::text[])) s where s."text" is not null`;
    },
    /** The first stage that the caller saved from the start of the call on, unless another call with the lead came between. */
    disposition: (keys, { session }) => {
      const rules = rulesOf(callActions, session);
      const subStage = isVeiled(rules.get('sub_stage')) ? sql`null` : sql`a."sub_stage"`;
      return sql`select c."id", s."said" from "calls" c, lateral (
          select concat_ws(' / ', a."btn_message", nullif(${subStage}, '')) as "said" from "call_actions" a
          where a."tenant_id" = c."tenant_id" and a."lead_id" = c."lead_id" and a."deleted_at" is null and a."user_id" = c."user_id"
            and a."origin" in ('manual', 'dialer') and a."created_at" >= c."started_at"
            and (c."state" <> 'ended' or a."created_at" <= coalesce(c."ended_at", c."started_at") + make_interval(mins => ${wrapUpMinutes}))
            and not exists (select from "calls" n where n."tenant_id" = c."tenant_id" and n."lead_id" = c."lead_id" and n."id" <> c."id"
              and n."user_id" = c."user_id" and n."started_at" > c."started_at" and n."started_at" <= a."created_at" and n."deleted_at" is null)
          order by a."created_at", a."id" limit 1) s
        where c."tenant_id" = ${session.tenantId} and c."id" = any(${[...keys]}::text[]) and ${!isVeiled(rules.get('btn_message'))}`;
    },
  },
};
