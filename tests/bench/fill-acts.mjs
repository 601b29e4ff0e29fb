/**
 * What happened to the leads that `fillLeads` made, spread over the last year and their owners: arrival, assignment, and five acts a
 * lead (calls, call actions, follow-ups, notes). Triggers and foreign keys are off. `db.query` runs SQL as the owner.
 */
export async function fillActs(db, tenant) {
  await db.query(`set session_replication_role = replica`);
  await db.query(`update leads set created_at = now() - (row_number * interval '364 days' / whole)
    from (select id as of, row_number() over (order by id), count(*) over () as whole from leads where tenant_id = '${tenant}' and id like 'BENCH%') n
    where tenant_id = '${tenant}' and id = n.of`);
  const each = (table, columns, values, every = 'true') =>
    db.query(
      `insert into ${table} (tenant_id, id, lead_id, ${columns})
       select l.tenant_id, 'B${table.slice(0, 4).toUpperCase()}' || right(l.id, 20) || k, l.id, ${values}
       from (select *, row_number() over (order by id) as n from leads where tenant_id = $1 and id like 'BENCH%') l
       cross join generate_series(0, 1) k where ${every} on conflict do nothing`,
      [tenant],
    );
  const later = (minutes) => `l.created_at + ((${minutes}) || ' minutes')::interval`;
  await each('lead_captures', 'via, is_re_enquiry, source, created_at', `'api', false, l.source, l.created_at`, 'k = 0');
  await each('lead_owner_history', 'to_user_id, reason, created_at', `l.user_id, 'manual', ${later('5')}`, 'k = 0');
  const stage = `(select array_agg(id order by id) from lead_stages where tenant_id = $1)`;
  await each(
    'call_actions',
    'user_id, btn_message, stage_id, created_at',
    `l.user_id, 'Interested', (${stage})[1 + l.n % 5], ${later('l.n % 40 + k * 3000')}`,
    'k = 0 or l.n % 2 = 0',
  );
  await each(
    'calls',
    'user_id, direction, outcome, state, phone, started_at, talk_s',
    `l.user_id, 'outbound', case when l.n % 3 = 0 then 'answered' else 'no_answer' end, 'ended', l.phone, ${later('l.n % 30 + k * 2000')},
     case when l.n % 3 = 0 then l.n % 300 else 0 end`,
    'k = 0 or l.n % 2 = 1',
  );
  await each(
    'follow_ups',
    'call_action_id, user_id, created_by, call_date_time, created_date, created_at, state, done_at, done_by',
    `l.id, l.user_id, l.user_id, ${later('1440')}, ${later('60')}, ${later('60')}, case when l.n % 2 = 0 then 'done' else 'pending' end,
     case when l.n % 2 = 0 then ${later('1500')} end, case when l.n % 2 = 0 then l.user_id end`,
    'k = 0',
  );
  await each('notes', 'body, created_by, created_at', `'Asked for the fee', l.user_id, ${later('90')}`, 'k = 0');
  for (const table of ['leads', 'lead_captures', 'lead_owner_history', 'call_actions', 'calls', 'follow_ups', 'notes'])
    await db.query(`analyze ${table}`);
  await db.query(`set session_replication_role = origin`);
}
