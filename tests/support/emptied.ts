import { isRecord } from '../../src/schemas/kit/is-record';

type Script = (text: string) => Promise<unknown[]>;

/**
 * Databases that one test file has closed, emptied for the next of the same process: to make and drop one takes ten times longer.
 * Only where the files of a process share their modules; elsewhere nobody would take them.
 */
export const keepsDatabases = process.env['TEST_DATABASES'] === 'kept';

/** More rows than these take longer to delete than a database takes to make, and leave statistics behind. */
const mostRows = 3000;

/** Everything a test could have changed but rows: two databases of the same answer differ in their rows alone. */
export async function shapeOf(script: Script): Promise<string> {
  const [row] = await script(`
    with own as (select * from pg_class where relnamespace = 'public'::regnamespace)
    select md5(string_agg(line, ';' order by line)) as shape from (
      select concat_ws(' ', 'relation', oid, relname, relowner, reloptions, relrowsecurity, relforcerowsecurity, relacl) as line from own
      union all select concat_ws(' ', 'column', attrelid, attnum, attname, atttypid, attnotnull, attisdropped, attacl)
        from pg_attribute where attnum > 0 and attrelid in (select oid from own)
      union all select concat_ws(' ', 'index', indexrelid, indisvalid, indisready) from pg_index where indrelid in (select oid from own)
      union all select concat_ws(' ', 'trigger', oid, tgenabled, tgfoid) from pg_trigger where tgrelid in (select oid from own)
      union all select concat_ws(' ', 'policy', oid, polname, md5(polqual::text), md5(polwithcheck::text)) from pg_policy
      union all select concat_ws(' ', 'constraint', oid, convalidated) from pg_constraint where connamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'function', oid, md5(prosrc), proacl) from pg_proc where pronamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'schema', nspname) from pg_namespace where nspname !~ '^pg_'
      union all select concat_ws(' ', 'setting', setrole, setconfig) from pg_db_role_setting
        where setdatabase in (0, (select oid from pg_database where datname = current_database()))
      union all select concat_ws(' ', 'state', name, hash) from schema_state
    ) as lines`);
  return isRecord(row) ? String(row['shape']) : '';
}

/** Deletes all rows and starts its sequences again; false for a database that the next file must not have. */
export async function isEmptied(script: Script, shape: string): Promise<boolean> {
  if ((await shapeOf(script)) !== shape) return false;
  const answers = await script(`
    set session_replication_role = replica;
    create temporary table deleted (n bigint);
    do $do$
      declare
        one record;
        had bigint;
        whole bigint := 0;
      begin
        for one in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'schema_state'
        loop
          execute format('delete from %I', one.relname);
          get diagnostics had = row_count;
          whole := whole + had;
        end loop;
        insert into deleted values (whole);
      end
    $do$;
    reset session_replication_role;
    select setval(seqrelid::regclass, seqstart, false) from pg_sequence;
    select n from deleted`);
  await script('discard all');
  const last = answers.at(-1);
  return isRecord(last) && Number(last['n']) <= mostRows;
}
