import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CatalogueOperation } from '../../server/catalogue/catalogue';
import { resourceNamed } from '../../src/schemas/kit/all';
import { keyOf, refOf } from '../../src/schemas/kit/resource';
import { act, makeTenant, type Someone } from '../catalogue/act';
import { freshStore, type TestStore } from '../support/database';
import { able, canary, makeExamples, plainWire, stored, texts, tried, type Examples } from './examples';

/**
 * Random histories of three tenants over all resources: each acts on its own records and on those of the others, by key, by
 * reference, by filter and by search. `npm run prove:tenancy -- --histories 5000` plays more of them.
 */
const histories = Number(process.env['PROVE_HISTORIES'] ?? 120);
const seed = Number(process.env['PROVE_SEED'] ?? 20_261_121);
type Row = Record<string, unknown>;
const names = ['ALPHA', 'BETA', 'GAMMA'] as const;
type Name = (typeof names)[number];
const operations = [
  'list',
  'read',
  'create',
  'update',
  'delete',
  'history',
  'usage',
  'duplicate',
  'restore',
  'deleted',
  'status',
] as const;
/** Keys that are counted per tenant or sent by the caller: the same key can exist in several tenants and opens the caller's. */
const sharedKeys = new Set(['users-roles', 'list-settings', 'tenant']);

let store: TestStore;
let examples: Examples;
const people = {} as Record<Name, Someone>;
const keysOf = (tenant: Name, resource: string): unknown[] => examples.keysOf(tenant, resource);

beforeAll(async () => {
  store = await freshStore();
  for (const name of names) people[name] = await makeTenant(store, name);
  examples = await makeExamples(store, people);
});
afterAll(() => store.close());

interface Step {
  readonly by: Name;
  /** The tenant whose record or word the step targets. */
  readonly at: Name;
  readonly resource: string;
  readonly operation: (typeof operations)[number];
  readonly way: 'key' | 'search' | 'filter' | 'reference';
  readonly pick: number;
}
const steps = fc.array(
  fc.record<Step>({
    by: fc.constantFrom(...names),
    at: fc.constantFrom(...names),
    resource: fc.constantFrom(...stored.map((one) => one.name)),
    operation: fc.constantFrom(...operations),
    way: fc.constantFrom('key', 'search', 'filter', 'reference'),
    pick: fc.nat(1000),
  }),
  { minLength: 6, maxLength: 14 },
);
let made = 0;

/** Runs one step; returns the answer, to be searched for leaks. */
async function play({ by, at, resource: name, operation, way, pick }: Step): Promise<string> {
  const resource = resourceNamed(name);
  if (!able.get(name)![operation as CatalogueOperation]) return '';
  const aimed = keysOf(at, name);
  const key = aimed[pick % Math.max(aimed.length, 1)];
  const params = { id: String(key ?? 'nothing'), [keyOf(resource).name]: String(key ?? 'nothing') };
  const send = (request: { query?: Row; body?: Row }) =>
    tried(() => act(store, people[by], name, operation, { wire: plainWire, params, ...request }));
  const refs = Object.keys(resource.refs ?? {}).filter((path) => !path.includes('.'));
  const ref = refs[pick % Math.max(refs.length, 1)];
  const target = ref ? refOf(resource, ref)?.to : undefined;
  const foreign = target ? keysOf(at, target)[0] : undefined;
  let answer: unknown;
  if (operation === 'list' || operation === 'deleted') {
    const query: Row =
      way === 'search'
        ? { q: canary(at) }
        : way === 'filter' && ref && resource.filter?.includes(ref)
          ? { [ref]: foreign }
          : { [keyOf(resource).name]: key };
    answer = (await send({ query: way === 'key' ? {} : query })) ?? (await send({ query: {} }));
  } else if (operation === 'create' && resource.examples?.length) {
    const draft = await examples.draft(by, resource, String(++made));
    if (way === 'reference' && ref) draft[ref] = Array.isArray(draft[ref]) ? [foreign] : foreign;
    if (way === 'key') Object.assign(draft, { tenant_id: at });
    answer = await send({ body: draft });
    const row = (answer as { data?: Row } | undefined)?.data;
    if (row) keysOf(by, name).push(row[keyOf(resource).name] ?? row['id']);
  } else {
    const text = texts.get(name);
    const body: Row =
      operation === 'update'
        ? { ...(text ? { [text]: `${canary(by)} changed` } : {}), ...(way === 'reference' && ref ? { [ref]: foreign } : {}) }
        : operation === 'status'
          ? { status: 0 }
          : {};
    answer = await send({ body });
  }
  return JSON.stringify(answer ?? null);
}

describe('three tenants', () => {
  it('TRUST-S1 no random history over all resources reads or changes a row of another tenant', async () => {
    let played = 0;
    let answered = 0;
    let aimedAbroad = 0;
    const property = fc.asyncProperty(steps, async (history) => {
      for (const step of history) {
        const said = await play(step);
        played++;
        if (said.length > 4) answered++;
        const { by, resource } = step;
        if (step.at !== by) aimedAbroad++;
        for (const other of names.filter((one) => one !== by)) {
          const theirs = [
            canary(other),
            ...(sharedKeys.has(resource)
              ? []
              : keysOf(other, resource)
                  .filter((key) => typeof key === 'string')
                  .map(String)),
          ];
          const seen = theirs.find((one) => said.includes(one));
          if (seen) throw new Error(`${by} was told of ${other} (${seen}): ${JSON.stringify(step)}`);
        }
      }
      // The audit has every write with its tenant and user.
      const crossed = await store.admin(`select tenant_id, user_id, table_name, op from audit
        where user_id is not null and user_id <> tenant_id || 'admin' limit 3`);
      if (crossed.length) throw new Error(`a row of another tenant was changed: ${JSON.stringify(crossed)}`);
    });
    await fc.assert(property, { numRuns: histories, seed, endOnFailure: true });
    // The attack was real: most steps target another tenant, and many are answered.
    expect(played).toBeGreaterThan(histories * 6 - 1);
    expect(aimedAbroad).toBeGreaterThan(played / 2);
    expect(answered).toBeGreaterThan(played / 20);
    const audited = await store.admin(
      `select tenant_id, count(*) as n from audit where user_id = tenant_id || 'admin' group by 1`,
    );
    expect(audited.map((row) => row['tenant_id']).sort()).toEqual([...names]);
  });

  it('TRUST-S1 no reference in any table leads to another tenant', async () => {
    const keysTo = await store.admin(`select conrelid::regclass::text as name, confrelid::regclass::text as target,
      (select array_agg(a.attname::text order by k.place) from unnest(conkey) with ordinality as k(n, place) join pg_attribute a on a.attnum = k.n and a.attrelid = conrelid) as own,
      (select array_agg(a.attname::text order by k.place) from unnest(confkey) with ordinality as k(n, place) join pg_attribute a on a.attnum = k.n and a.attrelid = confrelid) as theirs
      from pg_constraint where contype = 'f'`);
    let checked = 0;
    for (const { name, target, own, theirs } of keysTo as { name: string; target: string; own: string[]; theirs: string[] }[]) {
      const [last, key] = [own.at(-1)!, theirs.at(-1)!];
      if (own.length < 2) continue;
      const [row] =
        await store.admin(`select count(*) as n from ${name} c join ${target} p on p."${key}" = c."${last}" and p.tenant_id <> c.tenant_id
        where not exists (select from ${target} q where q."${key}" = c."${last}" and q.tenant_id = c.tenant_id)`);
      expect([name, target, Number(row!['n'])]).toEqual([name, target, 0]);
      checked++;
    }
    expect(checked).toBeGreaterThan(30);
  });

  it('every operation of the engine is played', () => {
    const known = new Set<string>([...operations, 'upload']);
    const others = stored.flatMap((one) =>
      Object.keys(able.get(one.name)!).filter((name) => !known.has(name) && !name.startsWith('list:')),
    );
    expect(others).toEqual([]);
  });
});
