import { spawn } from 'node:child_process';

/** The stage and owner with the most leads. */
export async function pickStage(db, tenant) {
  const { rows } = await db.query(
    `select stage_id, user_id, count(*)::int as n from leads
     where tenant_id = $1 and stage_id is not null and user_id is not null and created_via is null group by 1, 2 order by 3 desc, 1, 2 limit 1`,
    [tenant],
  );
  return rows[0];
}

/** The floor (bare-server.mjs) over the leads of one tenant, at a port. */
export async function startBare(db, { url, tenant, port }) {
  const { rows } = await db.query(
    `select column_name from information_schema.columns where table_name = 'leads' and column_name not in ('tenant_id', 'search_text')`,
  );
  const what = JSON.stringify({ tenant, columns: rows.map((row) => row.column_name) });
  const child = spawn(process.execPath, ['tests/bench/bare-server.mjs', url, String(port), what], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return { child, pid: child.pid, url: `http://127.0.0.1:${port}` };
}
