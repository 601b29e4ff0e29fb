import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hooksOf } from '../../server/hooks/all';
import { collectJobKinds } from '../../server/job-kinds';
import { makeJobs } from '../../server/jobs/make-jobs';
import { leads } from '../../src/schemas/leads/leads';
import { call, edit, type Answer } from '../support/app';
import { runDueJobs } from '../support/due-jobs';
import { killedAt } from '../support/killed-at';
import { reachableDatabases } from '../support/postgres';
import { inHours, makeWorld, type World } from '../leads/lead-world';

/** Kinds that write about one record, ask the outside world, or only count; what they do when they are killed has tests of its own. */
const aboutOne = [
  'rule-later teams-post workflow-step lead-post lead-event send-message whatsapp-deliver whatsapp-media simulator-reports',
  'college-push meeting-link zoho-push new-lead-digest scheduled-report template-review dial-lead end-lines call-recording',
  'lead-import-errors sandbox-call campaign-send voice-campaign list-export lead-import-dry-run resource-import-dry-run',
  'timed-rule dialer-rule-leads release-leads find-suspects planned-move call-cost',
].flatMap((names) => names.split(' '));

/** Starts the work on this set of leads; the answer has its job. */
type Start = (set: 'a' | 'b', ids: readonly string[]) => Promise<Answer>;
const kinds = collectJobKinds();

describe.each(await reachableDatabases())('work on many rows that is killed again and again, on $name', ({ fresh, name }) => {
  // more than two steps of every kind
  const people = name === 'PostgreSQL' ? 230 : 60;
  let world: World;
  let tenant = '';
  let template = '';
  let lists: Readonly<Record<'a' | 'b', string>>;
  const jobs = new Map<string, string>();
  beforeAll(async () => {
    world = await makeWorld(await fresh());
    tenant = world.test.fixture.tenants.northstar;
    const made = await post('create/campaign/template', {
      name: 'Day',
      channel: 'email',
      subject: 'Day',
      body_html: '<p>Hi</p>',
    });
    template = String((made.body['data'] as { id: string } | undefined)?.id ?? made.body['id']);
    for (const key of ['a', 'b'])
      await edit(
        world.test,
        tenant,
        `insert into "dialer_lists" ("tenant_id", "key", "value", "status", "user_ids") values ('${tenant}', '${key}', '${key}', 1, '[]')`,
      );
    lists = { a: 'a', b: 'b' };
  });
  afterAll(() => world.test.close());

  const post = (path: string, body: object): Promise<Answer> => call(world.test, world.admin, 'POST', path, body);
  const bulk = (body: object): Promise<Answer> => post('res/leads/bulk', body);
  const act =
    (act: string, values: object): Start =>
    (_, ids) =>
      bulk({ action: 'act', act, ids, values });
  const undoOf =
    (name: string): Start =>
    (set) =>
      bulk({ action: 'undo', job_id: jobs.get(`${name} ${set}`) });
  const upload = (path: string, lines: readonly string[]): Promise<Answer> => {
    const head = '--edge\r\nContent-Disposition: form-data; name="file"; filename="rows.csv"\r\nContent-Type: text/csv\r\n\r\n';
    const body = Buffer.from(`${head}${lines.join('\n')}\r\n--edge--\r\n`);
    return call(world.test, world.admin, 'POST', path, body, { 'content-type': 'multipart/form-data; boundary=edge' });
  };
  const numbers = Array.from({ length: people }, (_, at) => at);
  const user = (email: string): string => world.test.fixture.users[`${email}@northstar.example`]!;

  const acts: Readonly<Record<string, () => Start>> = {
    reassign: () => act('reassign', { user_ids: [user('lead'), user('outsider')] }),
    refer: () => act('refer', { to_user_ids: [user('lead')] }),
    stage: () => act('stage', { stage_id: world.stages['Call back'], from: inHours(world, 24), to: inHours(world, 30) }),
    tags: () => act('tags', { add: ['Fair'] }),
    message: () => act('message', { channel: 'email', template_id: template }),
  };
  /** By the kind of job; in this order, since an undo takes back what stands before it. */
  const works: Readonly<Record<string, Readonly<Record<string, () => Start>>>> = {
    'bulk-change': {
      'field edit': () => (_, ids) => bulk({ action: 'update', ids, values: { city: 'Pune', priority: 2 } }),
      ...acts,
    },
    'dialer-fill': {
      'dialer list': () => (set) =>
        post('dialer/list/leads', { list_key: lists[set], query: { lead_type: set === 'a' ? 'fresh' : 'walk_in' } }),
    },
    'lead-import': {
      import: () => (set) =>
        upload('leads/upload-csv', [
          'Name,Mobile,Lead Source',
          ...numbers.map((n) => `New ${n},98${set === 'a' ? 4 : 5}${String(n).padStart(7, '0')},Source ${set} ${n % 3}`),
        ]),
    },
    'lead-import-undo': {
      'undo of an import': () => (set) => post(`leads/upload-csv/${jobs.get(`import ${set}`)}/undo`, {}),
    },
    'resource-import': {
      'import of a catalogue': () => async (set) => {
        const rows = numbers.map((n) => `${set} ${n},${dayAt(set, n)}`);
        const preview = await upload('res/holidays/import', ['Name,Date', ...rows]);
        return post('res/holidays/import', { step: 'start', file_id: preview.body['file_id'], options: {} });
      },
    },
    'bulk-undo': { undo: () => undoOf('field edit'), 'undo of an owner': () => undoOf('reassign') },
  };
  const dayAt = (set: string, n: number): string =>
    new Date(Date.UTC(set === 'a' ? 2030 : 2032, 0, 1 + n)).toISOString().slice(0, 10);
  const all = [
    ...Object.entries(works).flatMap(([kind, each]) => Object.entries(each).map(([what, start]) => [kind, what, start] as const)),
    ['bulk-change', 'delete', () => (_: 'a' | 'b', ids: readonly string[]) => bulk({ action: 'delete', ids })] as const,
  ];

  it('covers every kind of job and everything that can be done with many leads', () => {
    expect([...Object.keys(works), ...aboutOne].sort()).toEqual(Object.keys(kinds).sort());
    expect(Object.keys(acts).sort()).toEqual(Object.keys(hooksOf(leads).acts ?? {}).sort());
  });

  /** What a run adds to each table, and how often it changes leads. */
  async function rowsOf(): Promise<Map<string, number>> {
    const tables = await world.test.store.admin<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'r' and c.relname <> all(array['counters', 'import_mappings']) order by 1`,
    );
    const counts = tables.map(({ name }) => {
      // What is remembered of the first run, the second finds.
      const own = name === 'audit' ? ` where table_name not in ('jobs', 'counters', 'import_mappings')` : '';
      return `select '${name}' as name, count(*)::int as n from "${name}"${own}`;
    });
    const changes = `select 'changes of leads' as name, coalesce(sum(row_version), 0)::int as n from leads`;
    const rows = await world.test.store.admin<{ name: string; n: number }>([...counts, changes].join(' union all '));
    return new Map(rows.map(({ name: table, n }) => [table, Number(n)]));
  }
  const added = async (work: () => Promise<void>): Promise<Record<string, number>> => {
    // leads that are assigned within ten minutes share a notification until it is read
    await edit(world.test, tenant, `update notifications set read = true`);
    const before = await rowsOf();
    await work();
    const after = await rowsOf();
    return Object.fromEntries([...after].map(([table, n]) => [table, n - (before.get(table) ?? 0)]).filter(([, n]) => n !== 0));
  };

  const jobOf = async (id: string): Promise<{ state: string; result: unknown; message: string }> =>
    (await call(world.test, world.admin, 'GET', `jobs/${id}`)).body['data'] as {
      state: string;
      result: unknown;
      message: string;
    };
  const isOver = async (id: string): Promise<boolean> => !['queued', 'running'].includes((await jobOf(id)).state);
  /** A worker is killed at its first, second, third … transaction, before its commit and after it, until the work is done. */
  async function killing(id: string): Promise<number> {
    const { services, store } = world.test;
    let kills = 0;
    for (let n = 2; !(await isOver(id)) && n < 40; n++) {
      const killed = killedAt(services.store, Math.ceil(n / 2), n % 2 === 0);
      const worker = makeJobs(() => ({ ...services, store: killed.store }), kinds, { pollMs: 5, concurrency: 1 });
      worker.start();
      let over = false;
      await Promise.race([
        killed.dead.then(() => kills++),
        (async () => {
          while (!over && !(await isOver(id))) await new Promise((resolve) => setTimeout(resolve, 20));
        })(),
      ]);
      over = true;
      await worker.stop();
      // the lease of a dead worker runs out
      await store.admin(`update jobs set lease_until = null, run_at = null where state = 'running'`);
    }
    return kills;
  }

  it.each(all)('TRUST-R17 %s: %s resumes and is exact', async (_kind, what, start) => {
    const sets = { a: [] as string[], b: [] as string[] };
    for (const set of ['a', 'b'] as const) {
      const mark = what === 'delete' ? 'gone' : 'kept';
      sets[set] = numbers.map((n) => `${set}-${mark}-${String(n).padStart(4, '0')}`);
      await edit(
        world.test,
        tenant,
        `insert into "leads" ("tenant_id", "id", "name", "email", "user_id", "lead_type", "tags") select '${tenant}', id, id, id || '@example.com',
           '${user('counsellor')}', '${set === 'a' ? 'fresh' : 'walk_in'}', '[]' from unnest(array['${sets[set].join("','")}']) id on conflict do nothing`,
      );
    }
    await runDueJobs(world.test);
    const begin = async (set: 'a' | 'b'): Promise<string> => {
      const answer = await start()(set, sets[set]);
      const id = (answer.body['data'] as { job_id?: string } | undefined)?.job_id ?? answer.body['job_id'];
      expect(typeof id, answer.text).toBe('string');
      jobs.set(`${what} ${set}`, String(id));
      return String(id);
    };
    let [plain, killed] = ['', ''];
    let kills = 0;
    const undisturbed = await added(async () => {
      plain = await begin('a');
      await runDueJobs(world.test);
    });
    const disturbed = await added(async () => {
      killed = await begin('b');
      kills = await killing(killed);
      await runDueJobs(world.test);
    });
    const { state, message, result } = await jobOf(killed);
    expect({ state, result }, message).toEqual({ state: 'done', result: (await jobOf(plain)).result });
    expect(kills).toBeGreaterThan(3);
    expect(disturbed).toEqual(undisturbed);
  });
});
