// The data of `npm run bench:screens`. Plain JavaScript.
import { untilIndexed } from '../support/bench-database.mjs';

/** The name of the one long conversation. */
export const longChat = 'Long Talk';

/**
 * A year of changes by twenty users, and one long conversation. The rows are before the first sealed one, so they are never
 * sealed.
 */
export async function fillScreens(db, { tenant, email, rows, messages }) {
  await untilIndexed(db);
  const before = Date.now();
  const { rows: indexes } = await db.query(
    `select indexname, indexdef from pg_indexes where tablename = 'audit' and indexname <> 'audit_pkey'`,
  );
  for (const { indexname } of indexes) await db.query(`drop index "${indexname}"`);
  await db.query(
    `insert into audit (tenant_id, seq, at, user_id, table_name, row_key, op, old, new, ip, agent, request_id) overriding system value
     select $1, -g, now() - g * (interval '1 year' / $2::int), users.ids[1 + g % array_length(users.ids, 1)],
       (array['leads', 'follow_ups', 'calls', 'notes'])[1 + g % 4], 'BENCH' || g % 100000, 'update',
       jsonb_build_object('priority', g % 3), jsonb_build_object('priority', (g + 1) % 3), '203.0.113.7', 'bench', 'bench'
     from generate_series(1, $2::int) g, (select array_agg(id order by id) as ids from (select id from users where tenant_id = $1 limit 20) u) users`,
    [tenant, rows],
  );
  await db.query(`set maintenance_work_mem = '512MB'`);
  for (const { indexdef } of indexes) await db.query(indexdef);
  await db.query('vacuum (analyze) audit');
  await inTenant(
    db,
    tenant,
    `insert into whatsapp_chats (tenant_id, id, wa_user_id, name, phone, owner_id, conversation_status, is_business_initiated, last_message_at, last_in_at)
     select '${tenant}', 'BENCHCHAT', '919800000077', '${longChat}', '+919800000077', id, 'open', false, now() + interval '1 minute', now()
     from users where tenant_id = '${tenant}' and email = '${email}'`,
  );
  await inTenant(
    db,
    tenant,
    `insert into whatsapp_messages (tenant_id, id, chat_id, direction, type, text, status, is_business_initiated, seen, sent_at)
     select '${tenant}', 'BENCHMSG' || g, 'BENCHCHAT', case when g % 3 = 0 then 'out' else 'in' end, 'text',
       repeat('Message ' || g || ' about the *fees* of the course. ', 1 + g % 4), 'delivered', false, true, now() - g * interval '1 minute'
     from generate_series(1, ${messages}) g`,
  );
  console.log(`filled ${rows} changes and ${messages} messages in ${Math.round((Date.now() - before) / 1000)} s`);
}

/** The audit triggers need a tenant and a request. */
async function inTenant(db, tenant, text) {
  await db.query('begin');
  await db.query(`select set_config('app.tenant', $1, true), set_config('app.request', 'bench', true)`, [tenant]);
  await db.query(text);
  await db.query('commit');
}
