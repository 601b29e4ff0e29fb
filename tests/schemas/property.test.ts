import { mkdirSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaChunks } from '../../scripts/schema-plugin';
import { withDefaults } from '../../server/catalogue/drafts';
import { errorsOf } from '../../server/catalogue/validate';
import { checkRecord } from '../../src/schemas/kit/checks';
import { resourceNamed, resources } from '../../src/schemas/kit/all';
import { Problem } from '../../src/schemas/kit/problem';
import { keyOf, wiresOf, type AnyResource } from '../../src/schemas/kit/resource';
import { pruneHidden, withoutNulls } from '../../src/schemas/kit/validation-schema';
import { freshStore, type TestStore } from '../support/database';
import { act, makeTenant, type Someone } from '../catalogue/act';
import { drawRecord } from './draw';

/** A failing draw prints its seed; PROPERTY_SEED repeats it, PROPERTY_RUNS draws more. */
const runs = Number(process.env['PROPERTY_RUNS'] ?? 40);
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
  await add('colleges', { clg_name: 'Fergusson' });
  await add('lead-sources', { name: 'Google' });
  await add('lead-stages', { stage_name: 'Fresh' });
  await add('teams', { name: 'Pune' });
  await add('publishers', { name: 'Shiksha', code: 'SHK', email: 'a@b.example', source_id: keysOf('lead-sources')[0] });
  await add('users', { name: 'Asha', email: 'asha@north.example', role: 4, type: 'org' });
  await add('leads', { name: 'Aarav', phone: '9876543210', user_id: keysOf('users')[0] });
});
afterAll(() => store.close());

describe('a record drawn from its schema', () => {
  it('gets one verdict from the precompiled validator of the browser and from the server', async () => {
    for (const resource of drawn) {
      const validate = await precompiled(resource);
      const check = (record: Row): void => {
        const draft = pruneHidden(resource, withoutNulls(record, resource.fields.properties));
        const browser = validate(draft).length === 0 && checkRecord(resource, draft).length === 0;
        const server = errorsOf(resource, record).length === 0;
        if (browser !== server) throw new Error(`${resource.name}: the browser says ${browser}, the server ${server}`);
      };
      for (const example of resource.examples ?? []) check(example);
      fc.assert(fc.property(drawRecord(resource, keysOf), check), { numRuns: runs * 5, ...seeded });
    }
  });

  it('PRODUCT-001 is stored and read as it was sent, or refused in words, and stays in its tenant', async () => {
    let stored = 0;
    for (const resource of drawn) {
      const property = fc.asyncProperty(drawRecord(resource, keysOf), async (record) => {
        const isValid = isAcceptable(resource, record);
        let row: Row;
        try {
          row = (await act(store, north, resource.name, 'create', { body: record })).data as Row;
        } catch (error) {
          if (error instanceof Problem && error.code < 500 && error.errors.every((one) => one.message)) return;
          throw error;
        }
        if (!isValid) throw new Error('an invalid draft was stored');
        stored++;
        const key = { id: String(row[keyOf(resource).name]) };
        const read = (await act(store, north, resource.name, 'read', { params: key })).data as Row;
        const filled = withDefaults(resource, withoutNulls(record, resource.fields.properties));
        for (const [name, value] of Object.entries(pruneHidden(resource, filled)))
          if (!isRewritten(resource, name)) expect(plain(read[name], value), name).toEqual(plain(value, value));
        await expect(act(store, south, resource.name, 'read', { params: key })).rejects.toMatchObject({ code: 404 });
      });
      await fc.assert(property, { numRuns: Math.ceil(runs / 4), ...seeded });
    }
    expect(stored).toBeGreaterThan(drawn.length);
  });
});

/** Defaults count as sent: a required field that has one may be left out or null. */
function isAcceptable(resource: AnyResource, record: Row): boolean {
  const filled = Object.entries(withDefaults(resource, withoutNulls(record, resource.fields.properties)));
  return errorsOf(resource, Object.fromEntries(filled.filter(([name]) => !resource.readOnly?.includes(name)))).length === 0;
}

/** Fields that the server writes in its own way: normalised phones and mail, secrets, names it makes up. */
function isRewritten(resource: AnyResource, name: string): boolean {
  const own: Record<string, readonly string[]> = {
    leads: ['name', 'phone', 'email', 'alternate_phone', 'whatsapp_number', 'custom', 'clg_name', 'duplicate_of'],
    users: ['email'],
  };
  return Boolean(
    resource.secret?.includes(name) || own[resource.name]?.includes(name) || !Object.hasOwn(resource.fields.properties, name),
  );
}

/** Values as they compare: times by their moment, minus zero as zero, objects without the order of their keys or empty members. */
function plain(value: unknown, sent: unknown): unknown {
  if (typeof sent === 'string' && /^\d{4}-\d\d-\d\dT/.test(sent) && typeof value === 'string') return Date.parse(value);
  return JSON.parse(JSON.stringify(value ?? null)) as unknown;
}

type Validate = (draft: Row) => unknown[];
const folder = new URL('../.tmp/validators/', import.meta.url);

/** The validator that the browser's chunk of the resource holds, made by the build's own plugin. */
async function precompiled(resource: AnyResource): Promise<Validate> {
  const plugin = schemaChunks() as unknown as { load(id: string): Promise<string> };
  const code = await plugin.load(`\0virtual:resource/${resource.name}`);
  mkdirSync(folder, { recursive: true });
  const file = new URL(`${resource.name}.mjs`, folder);
  writeFileSync(file, code);
  return ((await import(/* @vite-ignore */ `${file.href}?${Date.now()}`)) as { validate: Validate }).validate;
}
