// The floor: Fastify + pg, the same SQL, no sign-in, no tenant check, no validation, no triggers (speed of a hand-written handler).
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
await app.listen({ port: Number(process.argv[3]), host: '127.0.0.1' });
console.log('bare ready');
