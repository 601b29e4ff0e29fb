import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserHierarchy } from '../../src/schemas/calls/user-hierarchy';
import { linesInOrder, reportingLines, type HierarchyPerson } from '../../src/schemas/kit/reporting-lines';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { runDueJobs } from '../support/due-jobs';

let test: TestApp;
let admin: Browser;
const signInAs = (name: string): Promise<Browser> => signIn(test, `${name}@northstar.example`);
beforeAll(async () => {
  test = await build();
  admin = await signInAs('admin');
});
afterAll(() => test.close());

const read = async (who: Browser): Promise<UserHierarchy> =>
  (await call(test, who, 'GET', 'users/hierarchy')).body['data'] as UserHierarchy;
/** 'Admin 7' with the number of people below, indented by level. */
const treeOf = ({ people }: UserHierarchy): string[] =>
  linesInOrder(reportingLines(people)).map(
    ({ line, depth }) => `${'·'.repeat(depth - 1)}${line.person.name!.split(' ')[0]} ${line.total}`,
  );
const move = (who: Browser, name: string, under: string | null): Promise<Answer> =>
  call(test, who, 'PATCH', `res/users/${test.fixture.users[`${name}@northstar.example`]!}`, {
    reports_to: under && test.fixture.users[`${under}@northstar.example`]!,
  });

describe('the user hierarchy', () => {
  it('ROUTE-092 shows an administrator everyone, and others themselves and everyone below', async () => {
    expect(treeOf(await read(admin))).toEqual([
      'Admin 6',
      '·Backoffice 0',
      '·Manager 3',
      '··Lead 2',
      '···Caller 0',
      '···Counsellor 0',
      '·Outsider 0',
    ]);
    expect(treeOf(await read(await signInAs('manager')))).toEqual(['Manager 3', '·Lead 2', '··Caller 0', '··Counsellor 0']);
    expect(treeOf(await read(await signInAs('lead')))).toEqual(['Lead 2', '·Caller 0', '·Counsellor 0']);
    expect(treeOf(await read(await signInAs('counsellor')))).toEqual(['Counsellor 0']);
    expect(treeOf(await read(await signIn(test, 'admin@lakeview.example')))).toEqual(['Admin 1', '·Counsellor 0']);
  });

  it('says role, teams and whether someone is here', async () => {
    const counsellor = await signInAs('counsellor');
    const lineOf = async (): Promise<HierarchyPerson | undefined> =>
      (await read(admin)).people.find(({ id }) => id === counsellor.userId);
    expect(await lineOf()).toMatchObject({ role_name: 'Counsellor', team_names: ['Pune'], state: 'online', active: true });
    await call(test, counsellor, 'POST', 'users/break', { status: 1, reason: 'Lunch Break' });
    expect(await lineOf()).toMatchObject({ state: 'break' });
    expect((await read(admin)).people.find(({ name }) => name === 'Outsider Northstar')).toMatchObject({ state: 'offline' });
  });

  it('shows an inactive manager of active people, and no other inactive person', async () => {
    const names = async (): Promise<string[]> => treeOf(await read(admin)).map((line) => line.replace(/[·\d ]/g, ''));
    expect(await names()).not.toContain('Inactive');
    const { tenants, users } = test.fixture;
    const reports = (id: string): Promise<unknown> =>
      edit(
        test,
        tenants['northstar'],
        `update users set reports_to = '${id}' where id = '${users['outsider@northstar.example']!}'`,
      );
    await reports(users['inactive@northstar.example']!);
    expect(await names()).toContain('Inactive');
    await reports(users['admin@northstar.example']!);
  });

  it('lets those who may change users move people, refuses loops, and refuses everyone else', async () => {
    expect(await move(admin, 'outsider', 'manager')).toMatchObject({ status: 200 });
    expect(treeOf(await read(admin))[2]).toBe('·Manager 4');
    expect(await move(admin, 'manager', 'lead')).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'reports_to', message: 'Reports to would form a loop' }] },
    });
    expect(await move(await signInAs('lead'), 'counsellor', 'caller')).toMatchObject({ status: 403 });
    expect(await move(await signInAs('manager'), 'backoffice', 'manager')).toMatchObject({ status: 403 });
    expect(treeOf(await read(admin))).toHaveLength(7);
    await move(admin, 'outsider', 'admin');
  });

  it('leaves out what the role hides', async () => {
    const rules = (list: object[]) => call(test, admin, 'PATCH', 'res/users-roles/5', { field_rules: list });
    expect(await rules([{ resource: 'users', field: 'name', rule: 'hidden' }])).toMatchObject({ code: 200 });
    const caller = await signInAs('caller'); // not signed in before: known rights may be a minute old
    expect((await read(caller)).people.map(({ name }) => name)).toEqual([null]);
    await rules([]);
  });

  it('exports the tree with the right for it', async () => {
    const asked = await call(test, admin, 'POST', 'users/hierarchy/export', {});
    const { export_id: id } = asked.body['data'] as { export_id: string };
    await runDueJobs(test);
    const { url } = (await call(test, admin, 'GET', `exports/${id}`)).body['data'] as { url: string };
    const file = await call(test, admin, 'GET', url.replace('/api/', ''));
    const lines = file.text.replace('\uFEFF', '').trim().split('\r\n');
    expect(lines[0]).toBe('Level,Name,Role,Teams,Reports to,Direct reports,Total reports,State,Moves under,Moves on');
    expect(lines[4]).toMatch(/^3,Lead Northstar,Team Leader,Pune,Manager Northstar,2,2,/);
    expect(lines).toHaveLength(8);
    expect(await call(test, await signInAs('lead'), 'POST', 'users/hierarchy/export', {})).toMatchObject({ code: 403 });
  });
});

describe('a hierarchy of more people than the page draws', () => {
  it('is in the file as a whole', async () => {
    const { tenants, users } = test.fixture;
    const boss = users['admin@northstar.example']!;
    await edit(
      test,
      tenants['northstar'],
      `insert into users (tenant_id, id, name, email, role, type, status, reports_to)
        select '${tenants['northstar']}', 'many-' || n, 'Many ' || n, 'many' || n || '@northstar.example', 4, 'org', 1, '${boss}'
        from generate_series(1, 5003) n`,
    );
    expect(await read(admin)).toMatchObject({ complete: false });
    const asked = await call(test, admin, 'POST', 'users/hierarchy/export', {});
    await runDueJobs(test);
    const { url } = (await call(test, admin, 'GET', `exports/${(asked.body['data'] as { export_id: string }).export_id}`)).body[
      'data'
    ] as { url: string };
    const lines = (await call(test, admin, 'GET', url.replace('/api/', ''))).text.trim().split('\r\n');
    expect(lines.filter((line) => line.includes('Many '))).toHaveLength(5003);
  });
});

describe('reporting lines', () => {
  const person = (id: string, reports_to: string | null): HierarchyPerson => ({
    id,
    name: id,
    role_name: null,
    team_names: [],
    reports_to,
    state: 'offline',
    active: true,
    planned: null,
  });

  it('cuts a loop of old data where it closes', () => {
    const lines = reportingLines([person('a', 'b'), person('b', 'a'), person('c', 'c')]);
    expect(linesInOrder(lines).map(({ line, depth }) => `${depth} ${line.person.id}`)).toEqual(['1 c', '1 a', '2 b']);
  });
});
