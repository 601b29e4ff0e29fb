import { expect, it } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import { pgliteConnection, sendTo } from '../../server/store/pglite';
import { applySchema } from '../../server/store/tables/apply';
import { lookUpRole } from '../../server/store/tables/ddl';
import { memoryDatabase } from '../support/database';

it('a database of an earlier version gets the search function with a limit, and the one without goes', async () => {
  const database = await memoryDatabase(resources);
  const connection = pgliteConnection(sendTo(database));
  await connection.script(`drop function "search_streams"(text[], bigint);
    create function "search_streams"(patterns text[]) returns setof bigint language sql as 'select 1::bigint';
    alter function "search_streams"(text[]) owner to ${lookUpRole};
    update "schema_state" set "hash" = 'earlier' where "name" = 'table:streams'`);
  await applySchema(connection, resources);
  const found = await connection.script<{ taken: string }>(
    `select pg_get_function_identity_arguments(oid) as taken from pg_proc where proname = 'search_streams'`,
  );
  expect(found.map(({ taken }) => taken)).toEqual(['patterns text[], most bigint']);
  await database.close();
});
