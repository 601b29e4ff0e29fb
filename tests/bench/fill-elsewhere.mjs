/**
 * Records of other tables about the leads of fillLeads: calls, changes of the stage, applications, enquiries with visits. All are
 * spread over the time since the lead was made. Each column of other records has frequent values and rare ones.
 */
const random = (factor) => `((n.g * ${factor}) % 1000) / 1000.0`;
const since = (factor) => `n.created_at + (now() - n.created_at) * ${random(factor)}`;

/** SQL for the consent of lead number g: one in 5,000 has withdrawn WhatsApp. */
export const consentValues = `case when g % 5 > 0 then jsonb_build_object('sms', g % 3 = 0, 'email', g % 2 = 0, 'whatsapp', g % 5000 <> 1) end`;

const columns = {
  calls: ['id, lead_id, direction, state, outcome, started_at', 'n.g % 5 < 3'],
  call_actions: ['id, lead_id, btn_message, previous_btn_message, origin, created_at', 'n.g % 2 = 0'],
  applications: ['id, lead_id, form_id, answers, state, payment_state', 'n.g % 12 = 0'],
  site_visits: ['id, site_id, visit_key, visitor_key, started_at, last_at, channel, device, landing_page', 'n.g % 10 = 0'],
  lead_captures: ['id, lead_id, via, visit_id, created_at', 'true'],
};
/** Outcomes do not go with stages, which `fillLeads` gives out in turn: every pair of the two has leads. */
const values = {
  calls: `n.key, n.id, 'outbound', 'ended', case when n.g % 10000 = 2 then 'voicemail' else (array['answered', 'no_answer', 'busy'])[1 + n.g / 90 % 3] end, ${since(7919)}`,
  call_actions: `n.key, n.id, 'Interested', 'Fresh', 'manual', ${since(6007)}`,
  applications: `n.key, n.id, 'BENCHFORM', '{}', case when n.g % 24000 = 0 then 'waitlisted' else (array['draft', 'submitted', 'offered'])[1 + n.g % 3] end, case when n.g % 24000 = 12 then 'refunded' else (array['none', 'paid'])[1 + n.g % 2] end`,
  site_visits: `n.key, 'BENCHSITE', n.key, n.key, n.created_at, n.created_at, 'direct', 'mobile', case when n.g % 50000 = 10 then '/fairs' else '/lp/' || n.g % 7 end`,
  lead_captures: `n.key, n.id, 'form', case when n.g % 10 = 0 then n.key end, n.created_at`,
};

/** Triggers are off; the caller starts the product afterwards, which makes the index of these values from the rows. */
export async function fillElsewhere(db, tenants) {
  await db.query(`set session_replication_role = replica`);
  await db.query(`set maintenance_work_mem = '512MB'`);
  for (const [table, [names, which]] of Object.entries(columns)) {
    const { rows } = await db.query(
      `select i.indexdef, i.indexname from pg_indexes i where i.tablename = $1 and i.indexname <> $1 || '_pkey'`,
      [table],
    );
    for (const { indexname } of rows) await db.query(`drop index "${indexname}"`);
    for (const tenant of tenants)
      await db.query(
        `insert into ${table} (tenant_id, ${names}) select $1, ${values[table]}
         from (select l.id, l.created_at, 'B' || right(l.id, 20) as key, ('x' || right(l.id, 8))::bit(32)::bigint as g
           from leads l where l.tenant_id = $1 and l.id like 'BENCH%') n where ${which} on conflict do nothing`,
        [tenant],
      );
    for (const { indexdef } of rows) await db.query(indexdef);
  }
  await db.query(`delete from schema_state where name like 'custom:leads%'`);
  await db.query(`set session_replication_role = origin`);
}
