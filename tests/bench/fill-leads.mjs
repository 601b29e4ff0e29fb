import { untilIndexed } from '../support/bench-database.mjs';

/**
 * Inserts leads in bulk for a bench: triggers and foreign keys are off, and large tables get their indexes back afterwards. Each
 * tenant's leads are spread over its stages, sources and `owners` counsellors (created here when it has fewer). `custom` is SQL
 * for the custom values of lead number g, `consent` for what it agreed to; a number whose phone one of the tenant's leads has already is left out: among ten million
 * there are some, and the unique index could not be built again. `db.query` runs SQL as the owner.
 */
export async function fillLeads(db, tenants, { memory = '512MB', custom = 'null', consent = 'null' } = {}) {
  await untilIndexed(db);
  await db.query(`set session_replication_role = replica`);
  const many = tenants.reduce((sum, { leads }) => sum + leads, 0) > 50_000;
  const indexes = many
    ? (await db.query(`select indexname, indexdef from pg_indexes where tablename = 'leads' and indexname <> 'leads_pkey'`)).rows
    : [];
  for (const { indexname } of indexes) await db.query(`drop index "${indexname}"`);
  for (const { tenant, leads, owners } of tenants) {
    await db.query(
      `insert into users (tenant_id, id, name, email, role, type, status)
       select tenant_id, 'BENCHUSER' || lpad(g::text, 17, '0'), 'Counsellor ' || g, 'counsellor' || g || '@' || lower(tenant_id) || '.example', role, type, status
       from users, generate_series(1, $2::int) g where tenant_id = $1 and email like 'counsellor@%' on conflict do nothing`,
      [tenant, owners],
    );
    await db.query(
      `insert into leads (tenant_id, id, name, phone, email, country_code, stage_id, user_id, source, state, city, priority, next_followup_at, last_act_at, created_at, updated_at, row_version, custom, consent)
       select $1, 'BENCH' || lpad(to_hex(g), 21, '0'), 'Lead ' || md5(g::text), numbered.phone, 'lead' || g || '@bench.example', '91',
              stages.ids[1 + g % array_length(stages.ids, 1)], owners.ids[1 + (g / 7) % array_length(owners.ids, 1)], sources.ids[1 + (g / 3) % array_length(sources.ids, 1)],
              'Maharashtra', (array['Pune', 'Mumbai', 'Nashik', 'Nagpur', 'Thane', 'Solapur', 'Latur', 'Akola', 'Satara', 'Wardha'])[1 + g % 10], g % 3,
              case when g % 3 = 0 then now() + (g % 90000 || ' minutes')::interval end, case when g % 4 > 0 then now() - (g % 700000 || ' minutes')::interval end,
              now() - (g || ' seconds')::interval, now() - (g % 500000 || ' seconds')::interval, 1, ${custom}, ${consent}
       from (select g, '+91' || 6000000000 + (g::bigint * 2654435761) % 3999999979 as phone from generate_series(1, $2::int) g) numbered,
            (select array_agg(id order by id) as ids from lead_stages where tenant_id = $1) stages,
            (select array_agg(id order by id) as ids from users where tenant_id = $1 and id like 'BENCHUSER%') owners,
            (select array_agg(id order by id) as ids from lead_sources where tenant_id = $1) sources
       where not exists (select from leads known where known.tenant_id = $1 and known.phone = numbered.phone)
       on conflict do nothing`,
      [tenant, leads],
    );
  }
  if (indexes.length) await db.query(`set maintenance_work_mem = '${memory}'`);
  for (const { indexdef } of indexes) await db.query(indexdef);
  await db.query(`set session_replication_role = origin`);
}
