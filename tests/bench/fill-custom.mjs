/**
 * Four custom fields of leads, and their values for lead number g: one of ten towns, one of a thousand batches, a rank, a visit
 * day.
 */
export const customValues = `jsonb_build_object('town', (array['Pune', 'Mumbai', 'Nashik', 'Nagpur', 'Thane', 'Solapur', 'Latur', 'Akola', 'Satara', 'Wardha'])[1 + g % 10],
  'batch', 'B' || g % 1000, 'rank', (g::bigint * 7919) % 1000003, 'visit', (date '2026-01-01' - g % 900)::text)`;
const fields = [
  ['town', 'Town', 'text'],
  ['batch', 'Batch', 'text'],
  ['rank', 'Rank', 'number'],
  ['visit', 'Visit', 'date'],
];

/** Creates the fields and the index of their values (ADR 12) from the rows; the index table gets its own indexes afterwards. */
export async function fillCustom(db, tenants) {
  await db.query(`set session_replication_role = replica`);
  for (const tenant of tenants)
    for (const [key, label, type] of fields)
      await db.query(
        `insert into custom_fields (tenant_id, id, entity, label, key, type, status) values ($1, $2, 'lead', $3, $4, $5, 1) on conflict do nothing`,
        [tenant, `BENCH${key.toUpperCase().padStart(21, '0')}`, label, key, type],
      );
  const { rows } = await db.query(
    `select indexname, indexdef from pg_indexes where tablename = 'custom_values' and indexname <> 'custom_values_pkey'`,
  );
  for (const { indexname } of rows) await db.query(`drop index "${indexname}"`);
  await db.query(`delete from custom_values where table_name = 'leads'`);
  await db.query(`insert into custom_values (tenant_id, table_name, row_key, field, place, text, folded, number, time, created_at)
    select t.tenant_id, 'leads', t.id, v.*, t.created_at from leads t cross join lateral custom_entries(t.custom) v
    where t.custom is not null and t.deleted_at is null`);
  for (const { indexdef } of rows) await db.query(indexdef);
  await db.query(`set session_replication_role = origin`);
}
