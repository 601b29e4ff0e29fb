import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresDatabase } from '../../server/store/postgres';
import { build, call, signIn, type Browser, type TestApp } from '../support/app';
import { freshPostgres, isReachable } from '../support/postgres';
import { tcpProxy, type TcpProxy } from '../support/tcp-proxy';

const people = 4;

describe.skipIf(!(await isReachable()))('PostgreSQL goes away', () => {
  let proxy: TcpProxy;
  let test: TestApp;
  let who: Browser;
  const codes = new Map<number, number>();
  const saved: string[] = [];
  let number = 0;

  beforeAll(async () => {
    const store = await freshPostgres(undefined, (url) => {
      const behind = new URL(url);
      return lazyProxy(behind);
    });
    test = await build({ store });
    who = await signIn(test, 'admin@northstar.example');
  });
  afterAll(async () => {
    await test.close();
    await proxy.close();
  });

  /** The pool needs an address at once, but the proxy's is known only when it listens. */
  function lazyProxy(behind: URL): ReturnType<typeof postgresDatabase> {
    let driver: ReturnType<typeof postgresDatabase> | undefined;
    const ready = tcpProxy({ host: behind.hostname, port: Number(behind.port || 5432) }).then((made) => {
      proxy = made;
      const url = new URL(behind);
      url.hostname = '127.0.0.1';
      url.port = String(made.port);
      driver = postgresDatabase(url.href, 4, { suspectAfter: 300, everyMs: 100 });
      return driver;
    });
    return {
      kind: 'postgres',
      takeRole: '',
      use: async (work) => (await ready).use(work),
      close: async () => (await ready).close(),
    };
  }

  /** Saves, and sends the same request again when the answer is 503, as the page does. */
  async function save(): Promise<void> {
    const name = `Stream ${++number}`;
    for (;;) {
      const answer = await call(test, who, 'POST', 'res/streams', { name }, { 'idempotency-key': name });
      codes.set(answer.code, (codes.get(answer.code) ?? 0) + 1);
      if (answer.code === 200) return void saved.push(name);
      if (answer.code !== 503) throw new Error(answer.text);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  /** Runs saves continuously while `work` breaks something, then one more per person. */
  async function underLoad(work: () => Promise<void>): Promise<void> {
    let over = false;
    const each = Array.from({ length: people }, async () => {
      while (!over) await save();
      await save();
    });
    const all = Promise.all(each);
    await Promise.race([work(), all]);
    over = true;
    await all;
  }
  const enough = async (more: number): Promise<void> => {
    for (const until = saved.length + more; saved.length < until;) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const savedOnce = async (): Promise<void> => {
    const rows = await test.store.admin(`select "name" from "streams" where "name" like 'Stream %' order by "id"`);
    expect(rows.map((row) => String(row.name)).toSorted()).toEqual(saved.toSorted());
  };

  it('TRUST-R11 with all connections ended 20 times under load, every save is 503 or stored, and none is stored twice', async () => {
    await underLoad(async () => {
      for (let round = 0; round < 20; round++) {
        await test.store.admin(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and usename = 'prospectus_test_runtime'`);
        await enough(2);
      }
    });
    expect([...codes.keys()].filter((code) => ![200, 503].includes(code))).toEqual([]);
    await savedOnce();
  });

  it('TRUST-R11 with connections silently lost 10 times, each statement fails on its own, saves continue, and none is stored twice', async () => {
    for (let round = 0; round < 10; round++)
      await underLoad(async () => {
        await enough(1);
        proxy.loseAll();
        await enough(2);
      });
    await savedOnce();
  });

  it('TRUST-R11 while the database does not answer, /readyz and calls give 503, and they work again when it is back', async () => {
    proxy.goDark();
    const away = await call(test, who, 'GET', '/readyz');
    expect(away.status).toBe(503);
    expect((await call(test, who, 'GET', 'res/streams?_end=10')).code).toBe(503);
    expect((await call(test, who, 'GET', '/healthz')).status).toBe(200);
    proxy.answer();
    await save();
    expect((await call(test, who, 'GET', '/readyz')).status).toBe(200);
    await savedOnce();
  });

  it('a long-running statement does not count as lost', async () => {
    const rows = await test.store.admin('select 1 as one');
    expect(rows).toEqual([{ one: 1 }]);
    const slow = postgresDatabase(String((await proxyUrl()).href), 1, { suspectAfter: 100, everyMs: 50 });
    expect(await slow.use((connection) => connection.script('select pg_sleep(1.2), 1 as one'))).toMatchObject([{ one: 1 }]);
    await slow.close();
  });

  async function proxyUrl(): Promise<URL> {
    const [row] = await test.store.admin('select current_database() as name');
    return new URL(`postgres://prospectus_test_runtime:test@127.0.0.1:${proxy.port}/${String(row!.name)}`);
  }
});
