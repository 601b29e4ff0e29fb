// The floor: Fastify and pg with the same SQL, no sign-in, tenant check, validation or triggers (a hand-written handler).
// Arguments: address of the database, port, and as JSON {columns, tenant}.
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({
  connectionString: process.argv[2],
  max: 10,
  application_name: 'bare',
  options: '-c session_replication_role=replica',
});
const app = Fastify();
const { columns: names, tenant } = JSON.parse(process.argv[4]);
const columns = names.map((name) => `"${name}"`).join(', ');
const where = 'where tenant_id = $1 and stage_id = $2 and user_id = $3 and deleted_at is null';
const list = { name: 'list', text: `select ${columns} from leads ${where} order by created_at desc, id desc limit 10` };
const count = { name: 'count', text: `select count(*)::int as n from leads ${where}` };
const one = { name: 'one', text: 'select * from leads where tenant_id = $1 and id = $2' };
const update = {
  name: 'update',
  text: 'update leads set priority = $3, updated_at = now(), row_version = row_version + 1 where tenant_id = $1 and id = $2 returning *',
};
const create = {
  name: 'create',
  text: 'insert into leads (tenant_id, id, name, phone, email, stage_id, source, city) values ($1, $2, $3, $4, $5, $6, $7, $8) returning *',
};

app.get('/list', async (request) => {
  const values = [tenant, request.query.stage_id, request.query.user_id];
  const [rows, total] = await Promise.all([pool.query({ ...list, values }), pool.query({ ...count, values })]);
  return { data: rows.rows, count: total.rows[0].n };
});
app.get('/one/:id', async (request) => (await pool.query({ ...one, values: [tenant, request.params.id] })).rows[0]);
app.patch('/one/:id', async (request) => {
  const { rows } = await pool.query({ ...update, values: [tenant, request.params.id, request.body.priority] });
  return rows[0];
});
app.post('/one', async ({ body }) => {
  const values = [tenant, `BARE${body.phone}`, body.name, body.phone, body.email, body.stage_id, body.source, body.city];
  return (await pool.query({ ...create, values })).rows[0];
});
// A page of the audit trail with the days it shows, as written by hand: the page is cut first and joined with names afterwards,
// or the planner joins a year before it sorts. Statements are unnamed: a plan for any range of days would not be the best for
// one.
const zone = 'Asia/Kolkata';
const changes = {
  text: `select a.*, to_char(a.at at time zone '${zone}', 'YYYY-MM-DD') as day, u.name as user_name, u.email as user_email
    from (select * from audit where tenant_id = $1 and at >= $2::date::timestamp at time zone '${zone}'
      and at < ($3::date + 1)::timestamp at time zone '${zone}' order by at desc, seq desc limit $4) a
    left join users u on u.tenant_id = a.tenant_id and u.id = a.user_id order by a.at desc, a.seq desc`,
};
const ofDays = {
  text: `select to_char(a.at at time zone '${zone}', 'YYYY-MM-DD') as day, count(*)::int as count from audit a
    where a.tenant_id = $1 and a.at >= $2::date::timestamp at time zone '${zone}' and a.at < ($3::date + 1)::timestamp at time zone '${zone}' group by 1`,
};
app.get('/timeline', async ({ query }) => {
  const { rows } = await pool.query({ ...changes, values: [tenant, query.from, query.to, query.limit] });
  const days = [...new Set(rows.map((row) => row.day))];
  const counts = await pool.query({ ...ofDays, values: [tenant, days.at(-1) ?? query.to, days[0] ?? query.to] });
  return days.map((day) => ({
    created_at: day,
    count: counts.rows.find((one) => one.day === day)?.count ?? 0,
    entries: rows.filter((row) => row.day === day),
  }));
});
await app.listen({ port: Number(process.argv[3]), host: '127.0.0.1' });
console.log('bare ready');
