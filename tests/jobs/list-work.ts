import type { TestStore } from '../support/database';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';

/** Starts bulk changes, exports and imports as users do, with the job worker running. */
export interface ListWorld {
  readonly test: TestApp;
  readonly admin: Browser;
  readonly counsellor: Browser;
  post(path: string, body: unknown, who?: Browser): Promise<Answer>;
  upload(resource: string, csv: string | Buffer, who?: Browser): Promise<Record<string, unknown>>;
  /** The job's row once it has ended. */
  ended(answer: Answer | unknown): Promise<{ id: string; state: string; message: string; result: Record<string, unknown> }>;
  rows(resource: string, query?: string, who?: Browser): Promise<Record<string, unknown>[]>;
  /** The bytes at a signed address. */
  bytes(url: unknown): Promise<Buffer>;
  /** A publisher's id. */
  publisher(name: string, values?: Record<string, unknown>): Promise<string>;
  /** Inserts publishers directly, named by `names` for the numbers 1 to `count`. */
  publishers(count: number, names: string): Promise<void>;
  grant(role: number, permissions: readonly object[]): Promise<void>;
}

export async function makeListWorld(store?: TestStore): Promise<ListWorld> {
  const test = await build(store ? { store } : {});
  test.services.jobs.start();
  const admin = await signIn(test, 'admin@northstar.example');
  const counsellor = await signIn(test, 'counsellor@northstar.example');
  const post: ListWorld['post'] = async (path, body, who = admin) => {
    const answer = await call(test, who, 'POST', path, body);
    return /^res\/.+\/export$/.test(path) && answer.code === 200 ? exported(answer, who) : answer;
  };
  /** Polls an export until it ends, as the page that requested it does. */
  const exported = async (answer: Answer, who: Browser): Promise<Answer> => {
    const job = await ended(answer, who);
    if (job.state !== 'done') return { ...answer, code: 500, text: job.message };
    const made = await call(test, who, 'GET', `exports/${String(answer.body['export_id'])}`);
    return { ...made, body: { ...answer.body, ...(made.body['data'] as object) } };
  };
  const ended = async (answer: unknown, who: Browser): ReturnType<ListWorld['ended']> => {
    const id = typeof answer === 'string' ? answer : String((answer as Answer).body['job_id']);
    if (id === 'undefined') throw new Error((answer as Answer).text);
    for (;;) {
      const job = (await call(test, who, 'GET', `jobs/${id}`)).body as { data?: never };
      const data = (job.data ?? job) as { id: string; state: string; message: string; result: Record<string, unknown> };
      if (!['queued', 'running'].includes(data.state)) return data;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const source = String((await post('res/lead-sources', { name: 'Portals', type: 'all' })).body['id']);
  let codes = 0;
  return {
    test,
    admin,
    counsellor,
    post,
    async upload(resource, csv, who = admin) {
      const edge = 'edge-of-a-part';
      const head = `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="rows.csv"\r\nContent-Type: text/csv\r\n\r\n`;
      const body = Buffer.concat([Buffer.from(head), Buffer.from(csv), Buffer.from(`\r\n--${edge}--\r\n`)]);
      const type = `multipart/form-data; boundary=${edge}`;
      const answer = await call(test, who, 'POST', `res/${resource}/import`, body, { 'content-type': type });
      if (answer.code !== 200) throw new Error(answer.text);
      return answer.body;
    },
    ended: (answer) => ended(answer, admin),
    async rows(resource, query = '_end=100', who = admin) {
      return (await call(test, who, 'GET', `res/${resource}?${query}`)).body as unknown as Record<string, unknown>[];
    },
    async bytes(url) {
      const answer = await test.app.inject({ method: 'GET', url: String(url) });
      if (answer.statusCode !== 200) throw new Error(answer.payload);
      return answer.rawPayload;
    },
    async publisher(name, values = {}) {
      const code = `code-${codes++}`;
      const answer = await post('res/publishers', { name, code, email: `${code}@example.com`, source_id: source, ...values });
      if (answer.code !== 200) throw new Error(answer.text);
      return String(answer.body['id']);
    },
    async publishers(count, names) {
      const { northstar } = test.fixture.tenants;
      await edit(
        test,
        northstar,
        `insert into publishers (tenant_id, id, code, name, email, source_id, status)
           select '${northstar}', 'many' || lpad(n::text, 6, '0'), 'row' || n, ${names}, n || '@example.com', '${source}', 1
           from generate_series(1, ${count}) n`,
      );
    },
    async grant(role, permissions) {
      const { northstar } = test.fixture.tenants;
      await edit(test, northstar, `update users_roles set permissions = '${JSON.stringify(permissions)}' where role = ${role}`);
      test.clock.add(61);
    },
  };
}
