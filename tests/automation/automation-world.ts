import type { TestStore } from '../support/database';
import { build, call, edit, signIn, type Browser, type TestApp } from '../support/app';
import { runDueJobsWell } from '../support/due-jobs';

type Row = Record<string, unknown>;
/** A tenant with an admin, three counsellors and the data that rules need; the worker runs while `done` waits. */
export interface World {
  readonly test: TestApp;
  readonly admin: Browser;
  readonly tenant: string;
  readonly stages: Readonly<Record<'fresh' | 'hot', string>>;
  /** Counsellors in the order of their names. */
  readonly people: readonly string[];
  readonly post: (path: string, body: unknown) => Promise<Row>;
  readonly ask: (method: 'GET' | 'PUT' | 'PATCH' | 'DELETE' | 'POST', path: string, body?: unknown) => Promise<Row>;
  /** Creates a lead through its own call; returns its id. */
  readonly lead: (values?: Row) => Promise<string>;
  readonly rows: (statement: string) => Promise<Row[]>;
  /** Waits until every job that is due has run. */
  readonly done: () => Promise<void>;
}

export async function automationWorld(store?: TestStore): Promise<World> {
  const test = await build(store ? { store } : {});
  const admin = await signIn(test, 'admin@northstar.example');
  const tenant = test.fixture.tenants.northstar;
  const ask: World['ask'] = async (method, path, body) => (await call(test, admin, method, path, body)).body as Row;
  const post: World['post'] = async (path, body) => {
    const answer = await call(test, admin, 'POST', path, body);
    if (answer.code !== 200 && answer.code !== 201) throw new Error(`${path}: ${answer.text}`);
    return (path.startsWith('res/') ? answer.body : (answer.body['data'] ?? {})) as Row;
  };
  await edit(test, tenant, `update "tenant" set "is_allow_automation_trigger" = 1`);
  const stage = async (stage_name: string): Promise<string> => String((await post('res/lead-stages', { stage_name }))['id']);
  const stages = { fresh: await stage('Interested'), hot: await stage('Hot') };
  const people: string[] = [];
  for (const name of ['Anita', 'Bhavna', 'Chetan'])
    people.push(
      String(
        (
          await post('res/users', {
            name,
            email: `${name.toLowerCase()}@northstar.example`,
            role: 4,
            type: 'org',
            password: 'a long pass phrase',
          })
        )['id'],
      ),
    );
  let phones = 9_000_000_000;
  const rows: World['rows'] = (statement) => test.store.admin(statement);
  return {
    test,
    admin,
    tenant,
    stages,
    people,
    post,
    ask,
    rows,
    lead: async (values = {}) => String((await post('res/leads', { name: 'Aarav', phone: String(phones++), ...values }))['id']),
    done: () => runDueJobsWell(test),
  };
}

export const goa = [{ condition: 'And', rules: [{ columnName: 'state', operator: 'in', value: 'Goa' }] }];
export const kerala = [{ condition: 'And', rules: [{ columnName: 'state', operator: 'in', value: ['Kerala'] }] }];
