// A bench's own database and the two logins the product runs with. Plain JavaScript.
import pg from 'pg';

/**
 * Recreates `database` on the server of `adminUrl`, or reuses it when `keep` is set. Parallel workers are off: each is a separate
 * process whose CPU could not be counted. Returns null when the server cannot be reached.
 */
export async function benchDatabase(adminUrl, database, keep = false) {
  const admin = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 1500 });
  try {
    await admin.connect();
  } catch {
    return null;
  }
  const known = keep && (await admin.query('select 1 from pg_database where datname = $1', [database])).rowCount > 0;
  if (!known) {
    await admin.query(`drop database if exists ${database} with (force)`);
    await admin.query(`create database ${database}`);
    await admin.query(
      `do $$ begin if not exists (select from pg_roles where rolname = 'prospectus_bench') then create role prospectus_bench login password 'bench' nosuperuser nobypassrls; end if; end $$`,
    );
  }
  await admin.query(`alter database ${database} set max_parallel_workers_per_gather = 0`);
  const ownUrl = Object.assign(new URL(adminUrl), { pathname: `/${database}` }).toString();
  const loginUrl = Object.assign(new URL(ownUrl), { username: 'prospectus_bench', password: 'bench' }).toString();
  return {
    admin,
    known,
    ownUrl,
    loginUrl,
    env: { DATABASE_URL: loginUrl, DATABASE_ADMIN_URL: ownUrl, SECRET_KEY: 'bench-secret-key-of-forty-characters-long' },
  };
}

/** Waits until a first start has made the indexes that it leaves for when it is ready: a million rows would be in their way. */
export async function untilIndexed(db) {
  for (;;) {
    const { rowCount } = await db.query(
      `select 1 from schema_state where (name = 'indexes' and hash = 'made') or (name = 'foundation' and not exists (select from schema_state where name = 'indexes'))`,
    );
    if (rowCount > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
