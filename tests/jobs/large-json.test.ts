import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import { isOpenJson } from '../../src/schemas/kit/field';
import { columnsOfPage } from '../../server/store/listed-columns';
import { call, edit, newBrowser } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { makeListWorld, type ListWorld } from './list-work';

describe.each(await reachableDatabases())('large JSON on $name', ({ fresh }) => {
  let world: ListWorld;
  beforeAll(async () => {
    world = await makeListWorld(await fresh());
  });
  afterAll(() => world.test.close());

  const schema = { type: 'object', properties: { name: { type: 'string' }, phone: { type: 'string' } } };
  const form = (slug: string, more: object = {}) => ({
    name: slug,
    slug,
    kind: 'post_application',
    published: true,
    schema,
    ...more,
  });
  const look = (count: number) => ({ 'ui:order': Array.from({ length: count }, (_, n) => `question ${n}`) });
  const read = async (path: string) => (await call(world.test, world.admin, 'GET', path)).body;
  const add = async (resource: string, body: object): Promise<string> => {
    const answer = await world.post(`res/${resource}`, body);
    expect([answer.code, answer.body.errors]).toEqual([200, undefined]);
    return String(answer.body['id']);
  };

  it('TRUST-S35 is left to the record: a list answers only small values, and an export has all of them', async () => {
    const large = await add('forms', form('large', { ui_schema: look(4000) }));
    await add('forms', form('small', { ui_schema: look(3) }));
    for (const list of ['forms', 'post-forms']) {
      const rows = await world.rows(list, '_sort=name');
      expect(rows.map((row) => [row['name'], Object.hasOwn(row, 'ui_schema'), row['schema']])).toEqual([
        ['large', false, schema],
        ['small', true, schema],
      ]);
      expect(rows[1]!['ui_schema']).toEqual(look(3));
      expect((await read(`res/${list}/${large}`))['ui_schema']).toEqual(look(4000));
    }
    const made = await world.post('res/forms/export', {
      format: 'csv',
      columns: ['name', 'ui_schema'],
      query: { _sort: 'name' },
    });
    const [, first] = parse((await world.bytes(made.body['url'])).toString('utf8').replace(/^\uFEFF/, '')) as string[][];
    expect(first?.[1]).toContain('question 3999');
  });

  it('TRUST-S35 counts as large even if the database compresses it to a small size', async () => {
    const id = await add('forms', form('even'));
    await edit(
      world.test,
      world.test.fixture.tenants.northstar,
      `update forms set ui_schema = jsonb_build_object('a', repeat('a', 150000)) where id = '${id}'`,
    );
    const row = (await world.rows('forms', 'q=even')).find((one) => one['id'] === id);
    expect(row && Object.hasOwn(row, 'ui_schema')).toBe(false);
  });

  it('TRUST-S35 is refused with the name of its field where the field has no limit of its own', async () => {
    const refused = await world.post('res/forms', form('huge', { ui_schema: look(20_000) }));
    expect([refused.code, refused.body.errors]).toEqual([
      422,
      [{ path: 'ui_schema', message: 'Field layout is too large; the maximum is 2,00,000 characters' }],
    ]);
    const id = await add('forms', form('kept', { kind: 'application' }));
    const patched = await call(world.test, world.admin, 'PATCH', `res/forms/${id}`, { ui_schema: look(20_000) });
    expect([patched.code, patched.body.errors?.[0]?.path]).toEqual([422, 'ui_schema']);
    const answers = { name: 'A'.repeat(210_000), phone: '9800000001' };
    const sent = await call(world.test, newBrowser(), 'POST', 'forms/kept', { answers });
    expect([sent.code, sent.body.errors?.[0]?.path]).toEqual([422, 'answers']);
    // A value stored before there was a limit does not prevent changes of other fields.
    await edit(
      world.test,
      world.test.fixture.tenants.northstar,
      `update forms set ui_schema = jsonb_build_object('a', repeat('a', 300000)) where id = '${id}'`,
    );
    expect((await call(world.test, world.admin, 'PATCH', `res/forms/${id}`, { fee: 5 })).code).toBe(200);
  });

  it('TRUST-S35 is measured in every list whose records can be read on their own', () => {
    const measured = (name: string): string[] =>
      [...columnsOfPage(resources.find((one) => one.name === name)!).text.matchAll(/else "(\w+)"/g)].map((found) => found[1]!);
    expect(measured('forms')).toEqual(['schema', 'ui_schema']);
    expect(measured('applications')).toEqual(['answers']);
    expect(measured('workflows')).toEqual(['entry_rule', 'steps', 'exit_rule']);
    expect(measured('leads')).toEqual([]);
    expect(measured('custom-fields')).toEqual([]);
    expect(isOpenJson(resources.find((one) => one.name === 'custom-fields')!.fields.properties['default_value'])).toBe(true);
  });
});
