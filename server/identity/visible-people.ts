import sql, { type Sql } from 'sql-template-tag';

/**
 * Whose records a role of the data scopes `branch` and `team` opens to its people (D-001), as common table expressions behind
 * `with recursive` and a `who` with the columns id, data_scope and team_ids: `seen` holds one row per viewer and person. What this
 * reads of teams, users and roles is what those resources declare as `reach`.
 */
export const visiblePeople = (tenantId: string): Sql => sql`
      members as (
        select u."id", m.team from "users" u
          cross join lateral jsonb_array_elements_text(case jsonb_typeof(u."team_ids") when 'array' then u."team_ids" else '[]'::jsonb end) as m(team)
        where u."tenant_id" = ${tenantId}
      ),
      own_teams as (
        select who."id" as viewer, t."id" from "teams" t, who
        where t."tenant_id" = ${tenantId} and t."deleted_at" is null and who."data_scope" in ('branch', 'team')
          and (t."manager_id" = who."id" or jsonb_exists(to_jsonb(who."team_ids"), t."id"))
      ),
      visible_teams as (
        select viewer, "id" from own_teams
        union
        select v.viewer, t."id" from visible_teams v join who on who."id" = v.viewer and who."data_scope" = 'branch'
          join "teams" t on t."parent_team_id" = v."id"
        where t."tenant_id" = ${tenantId} and t."deleted_at" is null
      ),
      below as (
        select "id" as viewer, "id" from who where "data_scope" in ('branch', 'team')
        union
        select b.viewer, u."id" from below b join who on who."id" = b.viewer join "users" u on u."reports_to" = b."id"
        where u."tenant_id" = ${tenantId} and (b."id" = b.viewer or who."data_scope" = 'branch')
      ),
      seen as (
        select viewer, "id" from below
        union
        select v.viewer, m."id" from visible_teams v join members m on m.team = v."id"
        union
        select v.viewer, t."manager_id" from visible_teams v join "teams" t on t."id" = v."id"
        where t."tenant_id" = ${tenantId} and t."manager_id" is not null
      )`;
