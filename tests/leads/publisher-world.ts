import { call, edit, newBrowser, signIn, type Answer, type Browser, type TestApp } from '../support/app';

export type Row = Record<string, unknown>;
export interface PublisherWorld {
  readonly admin: Browser;
  readonly source: string;
  add(path: string, body: Row): Promise<Row>;
  /** A publisher with an API key. */
  publisher(code: string, more?: Row): Promise<{ readonly id: string; readonly key: string }>;
  deliver(key: string, body: Row, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** The log of a publisher, newest first. */
  log(id: string, query?: string): Promise<Row[]>;
  figures(id: string): Promise<Row>;
  /** Signs in as a new user of the publisher. */
  partner(id: string, role?: number): Promise<Browser>;
}

export async function makePublisherWorld(test: TestApp): Promise<PublisherWorld> {
  const admin = await signIn(test, 'admin@northstar.example');
  const add = async (path: string, body: Row): Promise<Row> => {
    const answer = await call(test, admin, 'POST', `res/${path}`, body);
    if (answer.code !== 200) throw new Error(`${path}: ${answer.text}`);
    return answer.body as Row;
  };
  const source = String((await add('lead-sources', { name: 'Portals of publishers' }))['id']);
  return {
    admin,
    source,
    add,
    async publisher(code, more = {}) {
      const draft = { name: `Publisher ${code}`, code, email: `${code.toLowerCase()}@example.com`, source_id: source, ...more };
      const id = String((await add('publishers', draft))['id']);
      const made = await add('api-keys', { name: `Key ${code}`, scopes: ['lead_capture'], publisher_id: id });
      return { id, key: String(made['key']) };
    },
    deliver: (key, body, headers = {}) =>
      call(test, newBrowser(), 'POST', `leads/capture/${key}`, body, { cookie: '', 'x-xsrf-token': '', ...headers }),
    async log(id, query = '') {
      const answer = await call(test, admin, 'GET', `res/publisher-leads?publisher_id=${id}&_end=100${query}`);
      if (!Array.isArray(answer.body)) throw new Error(answer.text);
      return answer.body as Row[];
    },
    figures: async (id) => (await call(test, admin, 'GET', `res/publishers/${id}`)).body,
    async partner(id, role = 4) {
      const email = `partner-${Math.random().toString(36).slice(2)}@example.com`;
      const made = await add('users', {
        name: 'Meera of the portal',
        email,
        role,
        type: 'publisher',
        publisher_id: id,
        password: 'a long pass phrase',
      });
      await edit(
        test,
        test.fixture.tenants.northstar,
        `update users set password = (select password from users where email = 'admin@northstar.example') where id = '${String(made['id'])}'`,
      );
      return signIn(test, email);
    },
  };
}

/** As if the captures and leads of these publishers were so many days older. */
export const age = (test: TestApp, days: number): Promise<number> =>
  edit(test, test.fixture.tenants.northstar, `update lead_captures set created_at = created_at - interval '${days} days'`);
