import { mkdirSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaChunks } from '../../scripts/schema-plugin';
import { withDefaults } from '../../server/catalogue/drafts';
import { errorsOf } from '../../server/catalogue/validate';
import { checkRecord } from '../../src/schemas/kit/checks';
import { resourceNamed, resources } from '../../src/schemas/kit/all';
import { Problem } from '../../src/schemas/kit/problem';
import { keyOf, wiresOf, type AnyResource } from '../../src/schemas/kit/resource';
import { pruneHidden, withoutNulls } from '../../src/schemas/kit/validation-schema';
import { actor, freshStore, type TestStore } from '../support/database';
import { filledRow } from '../support/filled';
import { act, contextOf, handle, handlerOf, makeTenant, type Someone } from '../catalogue/act';
import { drawRecord } from './draw';

/** A failing draw prints its seed; PROPERTY_SEED repeats it, PROPERTY_RUNS draws more. */
const runs = Number(process.env['PROPERTY_RUNS'] ?? 100);
const seeded = process.env['PROPERTY_SEED'] ? { seed: Number(process.env['PROPERTY_SEED']) } : {};
type Row = Record<string, unknown>;

const drawn = resources.filter((one) => wiresOf(one, 'create').length && one.store !== 'shared' && one.store !== 'none');
let store: TestStore;
let north: Someone;
let south: Someone;
const keys = new Map<string, unknown[]>();
const keysOf = (resource: string): readonly unknown[] => keys.get(resource) ?? [];

beforeAll(async () => {
  store = await freshStore();
  north = await makeTenant(store, 'NORTH');
  south = await makeTenant(store, 'SOUTH');
  await store.admin(`begin; set local app.tenant = '*'; set local app.request = 'test';
    insert into countries (id, name, phonecode) values (101, 'India', '91'); commit`);
  keys.set('countries', [101]).set('users-roles', [4]);
  const add = async (resource: string, body: Row): Promise<void> => {
    const row = (await act(store, north, resource, 'create', { body })).data as Row;
    keys.set(resource, [...keysOf(resource), row[keyOf(resourceNamed(resource)).name]]);
  };
  await add('streams', { name: 'Engineering' });
  await add('courses', { name: 'B.Tech', stream_id: keysOf('streams')[0] });
  await add('states', { value: 'Maharashtra', country_id: 101 });
  await add('cities', { name: 'Pune', state_id: keysOf('states')[0] });
  // One record of every other resource, from its example, so that references have a target.
  for (const resource of drawn) await addExample(resource);

  async function addExample({ name, examples }: AnyResource): Promise<void> {
    if (keys.has(name) || !examples?.length) return;
    keys.set(name, []);
    const body: Row = await filledRow(examples[0]!, keyFor);
    if ('state_id' in body) body['state_id'] = keysOf('states')[0];
    // If a feature is off, it is refused: then nothing refers to it either.
    await add(name, body).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.code >= 500) throw error;
    });
  }
  async function keyFor(to: string): Promise<unknown> {
    await addExample(resourceNamed(to));
    return keysOf(to)[0];
  }
});
afterAll(() => store.close());

const named = drawn.map((resource) => [resource.name, resource] as const);

describe('a record drawn from its schema', () => {
  it.each(named)('%s is judged alike by the precompiled validator of the browser and by the server', async (_, resource) => {
    const validate = await precompiled(resource);
    const check = (record: Row): void => {
      const draft = pruneHidden(resource, withoutNulls(record, resource.fields.properties));
      const browser = validate(draft).length === 0 && checkRecord(resource, draft).length === 0;
      const server = errorsOf(resource, record).length === 0;
      if (browser !== server) throw new Error(`${resource.name}: the browser says ${browser}, the server ${server}`);
    };
    for (const example of resource.examples ?? []) check(example);
    fc.assert(fc.property(drawRecord(resource, keysOf), check), { numRuns: runs, ...seeded });
  });

  it.each(named)(
    'PRODUCT-001 %s is stored and read as sent or refused with a message, omits hidden fields, stays in its tenant',
    async (_, resource) => {
      const draws = fc.sample(drawRecord(resource, keysOf), { numRuns: runs, seed: 20_261_121, ...seeded });
      const [create, read] = [handlerOf(resource.name, 'create'), handlerOf(resource.name, 'read')];
      // One transaction per resource, a savepoint per draw: a tenth of the time of as many transactions.
      const stored = await store.transaction(actor(north.tenantId, north.userId), async (tx) => {
        const found: string[] = [];
        for (const record of draws) {
          const said = (what: string) => new Error(`${resource.name}: ${what}: ${JSON.stringify(record)}`);
          await tx.run(sql`savepoint draw`);
          let row: Row;
          try {
            row = (await create(contextOf(store, north, tx, { ...plainWire, body: record }))).data as Row;
          } catch (error) {
            await tx.run(sql`rollback to savepoint draw`);
            if (error instanceof Problem && error.code < 500 && error.errors.every((one) => one.message)) continue;
            throw said(String(error));
          }
          if (!isAcceptable(resource, record)) throw said('an invalid draft was stored');
          const id = String(row[keyOf(resource).name]);
          found.push(id);
          const again = (await read(contextOf(store, north, tx, { ...plainWire, params: { id } }))).data as Row;
          const filled = withDefaults(resource, withoutNulls(record, resource.fields.properties));
          const kept = pruneHidden(resource, filled);
          for (const [name, value] of Object.entries(filled)) {
            if (isRewritten(resource, name)) continue;
            const [is, should] = Object.hasOwn(kept, name)
              ? [plain(again[name], value), plain(value, value)]
              : [again[name] ?? null, null];
            if (!isDeepStrictEqual(is, should)) throw said(`${name} is ${JSON.stringify(is)}, not ${JSON.stringify(should)}`);
          }
        }
        return found;
      });
      // If no draw is accepted, nothing was tested: such a resource has to be listed below.
      if (!stored.length) expect([...seldomTaken]).toContain(resource.name);
      const theirs = handlerOf(resource.name, 'read');
      for (const id of stored.slice(0, 3))
        await expect(handle(store, south, theirs, { ...plainWire, params: { id } })).rejects.toMatchObject({ code: 404 });
    },
  );
});

const plainWire = { wire: 'GET|POST|PATCH|DELETE res/drawn' };
/** Draws rarely meet all their rules (sums, chains, features, files, fields that must agree): they have tests of their own. */
const seldomTaken = new Set(
  (
    'application-settings applications assignment-rules attendance-corrections college-courses counsellor-rules dialer-list-leads dialer-rules forms lead-colleges ' +
    'lead-gen-broadcasts lead-referrals leads message-settings payments provider-settings reconcile-batches rules virtual-meetings voice-files webhooks workflow-rules workflows'
  ).split(' '),
);

/** Defaults count as sent: a required field that has one may be left out or null. */
function isAcceptable(resource: AnyResource, record: Row): boolean {
  const filled = Object.entries(withDefaults(resource, withoutNulls(record, resource.fields.properties)));
  return errorsOf(resource, Object.fromEntries(filled.filter(([name]) => !resource.readOnly?.includes(name)))).length === 0;
}

/** Fields that the server changes: normalised phones and emails, secrets, generated names. */
function isRewritten(resource: AnyResource, name: string): boolean {
  const own: Record<string, readonly string[]> = {
    leads: ['name', 'phone', 'email', 'alternate_phone', 'whatsapp_number', 'custom', 'clg_name', 'duplicate_of'],
    users: ['email', 'custom'],
    'campaign-templates': ['body_html'], // made harmless
    'campaign-pages': ['content_html'],
    'push-notifications': ['state'], // becomes scheduled when it has a time to send
    colleges: ['custom'], // an empty object counts as no value
    applications: ['custom'],
  };
  return Boolean(
    resource.secret?.includes(name) || own[resource.name]?.includes(name) || !Object.hasOwn(resource.fields.properties, name),
  );
}

/** Values in a comparable form: times as milliseconds, minus zero as zero, objects without undefined members. */
function plain(value: unknown, sent: unknown): unknown {
  if (typeof sent === 'string' && /^\d{4}-\d\d-\d\dT/.test(sent) && typeof value === 'string') return Date.parse(value);
  return JSON.parse(JSON.stringify(value ?? null)) as unknown;
}

type Validate = (draft: Row) => unknown[];
const folder = new URL('../.tmp/validators/', import.meta.url);
/** One for all resources: it reads every schema file at its first use. */
const [, plugin] = schemaChunks() as unknown as readonly [unknown, { load(id: string): Promise<string> }];

/** The validator in the resource's chunk for the browser, made by the plugin of the build. */
async function precompiled(resource: AnyResource): Promise<Validate> {
  const code = await plugin.load(`\0virtual:resource/${resource.name}`);
  mkdirSync(folder, { recursive: true });
  const file = new URL(`${resource.name}.mjs`, folder);
  writeFileSync(file, code);
  return ((await import(/* @vite-ignore */ `${file.href}?${Date.now()}`)) as { validate: Validate }).validate;
}
