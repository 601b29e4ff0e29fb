import { parse } from 'csv-parse/sync';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOutbound } from '../../server/outbound/make-outbound';
import { queueDueReports } from '../../server/reports/schedule-slots';
import type { ShownSchedule } from '../../src/schemas/calls/report-schedules';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { actor } from '../support/database';
import { runDueJobs, runDueJobsWell } from '../support/due-jobs';
import type { MailServer as MailTo } from '../../server/channels/smtp-mail';
import { startMailServer, type MailServer } from '../support/mail-server';
import { reachableDatabases } from '../support/postgres';
import { sheetsOf } from '../support/xlsx';
import { History } from './history';

/** A scheduled report is the report as its page showed it: the tab, the columns and the filters, in the email and in its file. */

interface Mail {
  readonly to: string;
  readonly body: string;
  readonly attachment: string | null;
}

describe.each(await reachableDatabases())('files of scheduled reports, $name', (database) => {
  let test: TestApp;
  let admin: Browser;
  let counsellor: Browser;
  let tenant: string;
  let smtp: MailServer;
  let hour = 8;
  const moment = (day: string, time: string): Date => new Date(`${day}T${time}:00+05:30`);

  beforeAll(async () => {
    smtp = await startMailServer();
    test = await build({ store: await database.fresh() });
    Object.assign(test.services, { outbound: makeOutbound({ allow: [`127.0.0.1:${smtp.port}`] }) });
    tenant = test.fixture.tenants.northstar;
    await edit(
      test,
      tenant,
      `update "users_roles" set "permissions" = '[{"code":"LEADS","level":[1,2,6]},{"code":"Counsellor_Productivity_Report","level":[1,6]},{"code":"Counsellor_Source_Wise","level":[1,6]}]'
       where "tenant_id" = '${tenant}' and "role" = 4`,
    );
    test.clock.set(moment('2027-03-02', '18:00'));
    counsellor = await signIn(test, 'counsellor@northstar.example');
    const history = new History(test.store, tenant);
    const lead = await history.capture(moment('2027-03-02', '09:00').toISOString());
    await history.assign(lead, counsellor.userId!, moment('2027-03-02', '09:05').toISOString());
    const earlier = await history.capture(moment('2027-03-01', '09:00').toISOString());
    await history.assign(earlier, counsellor.userId!, moment('2027-03-01', '09:05').toISOString());
  });
  beforeEach(() => edit(test, tenant, `delete from "report_schedules"`));
  afterAll(async () => {
    await smtp.close();
    await test.close();
  });

  /** To that time, at which the administrator signs in again. */
  async function move(time: string): Promise<void> {
    test.clock.set(moment('2027-03-03', time));
    admin = await signIn(test, 'admin@northstar.example');
  }
  const add = (more: object): Promise<Answer> =>
    call(test, admin, 'POST', 'report-schedules', {
      report: 'user-productivity',
      name: `Numbers ${hour}`,
      range: 'yesterday',
      frequency: 'daily',
      hour,
      user_ids: [admin.userId],
      ...more,
    });
  /** Adds the schedule, lets its hour come, and answers what went out. */
  async function sent(more: object, mail?: MailTo): Promise<Mail[]> {
    await move(`${String(hour).padStart(2, '0')}:10`);
    hour += 1;
    const answer = await add(more);
    expect(answer.text.slice(0, 300)).toContain('"code":200');
    await move(`${String(hour).padStart(2, '0')}:00`);
    Object.assign(test.services.config, { mail });
    await queueDueReports(test.services);
    await runDueJobsWell(test);
    Object.assign(test.services.config, { mail: undefined }); // the codes of the next sign-in are read from the outbox
    return (await test.store.admin(
      `select "to", "body", "attachment" from "outbox_messages" where "subject" like 'Numbers ${hour}:%' order by "id"`,
    )) as unknown as Mail[];
  }
  async function bytesOf({ attachment }: Mail): Promise<Buffer> {
    const id = /^files\/(.*)#/.exec(attachment ?? '')?.[1] ?? '';
    const { path } = await test.store.transaction(actor(tenant), (tx) => test.services.files.pathOf(tx, tenant, id));
    return readFileSync(path);
  }

  it('a spreadsheet has the columns of the page, and the filters on a second sheet', async () => {
    const filters = `user=${counsellor.userId}`;
    const address = new URLSearchParams({ tab: 'calls', rows: 'user', filters, compare: '1', columns: 'C1' }).toString();
    const [mail] = await sent({ address, format: 'xlsx' });
    expect(mail!.attachment).toMatch(/^files\/\w{26}#User%20Productivity%20Report%202027-03-03\.xlsx$/);
    const [table = [], about = []] = sheetsOf(await bytesOf(mail!));
    expect(table[0]!.slice(0, 3)).toEqual(['User', 'Connected', 'Connected, previous period']); // without C1, which was hidden
    expect(table.map(([name]) => name)).toEqual(['User', 'Total', 'Counsellor Northstar']);
    expect(about).toEqual(
      expect.arrayContaining([
        ['Report', 'User Productivity Report'],
        ['From', '2027-03-02'],
        ['Previous period', '2027-03-01 to 2027-03-01'],
        ['Columns', 'Calls'],
        ['User', 'Counsellor Northstar'],
      ]),
    );
    expect(mail!.body).toContain('Columns: Calls<br>Rows: User<br>User: Counsellor Northstar');
    expect(mail!.body).not.toContain('<th align="right">Dialled</th>');
  });

  it('numbers of the period before stand beside those of this one', async () => {
    const [mail] = await sent({ address: 'tab=leads&rows=user&compare=1', format: 'csv' });
    const [titles = [], total = []] = parse((await bytesOf(mail!)).toString().replace(/^\uFEFF/, '')) as string[][];
    expect(titles.slice(0, 3)).toEqual(['User', 'Leads assigned', 'Leads assigned, previous period']);
    expect(total.slice(0, 3)).toEqual(['Total', '1', '1']);
    expect(mail!.body).toContain('<b>Total</b></td><td align="right">1 (1)</td>');
  });

  it('what the columns are of is that of the page', async () => {
    const tags = await sent({ report: 'lead-stages', address: 'tab=recorded&across=recorded_tag' });
    const stages = await sent({ report: 'lead-stages', address: 'tab=recorded' });
    expect(columnsOf(tags[0]!)).not.toEqual(columnsOf(stages[0]!));
  });

  it('who may see the report and not export it gets the table without the file', async () => {
    const admins = test.fixture.users['admin@northstar.example']!;
    const mails = await sent({ format: 'xlsx', user_ids: [admins, counsellor.userId] });
    expect(mails.map(({ to, attachment }) => [to, attachment !== null])).toEqual([
      ['admin@northstar.example', true],
      ['counsellor@northstar.example', false],
    ]);
    expect(mails[1]!.body).toContain('The file is for those who may export this report.');
    expect(mails[0]!.body).not.toContain('The file is for those');
  });

  it('without a file there is none; the list says which goes along', async () => {
    const [mail] = await sent({});
    expect(mail!.attachment).toBeNull();
    const shown = async (): Promise<ShownSchedule[]> =>
      (await call(test, admin, 'GET', 'report-schedules')).body['data'] as ShownSchedule[];
    expect((await shown())[0]!.format).toBeNull();
    expect((await add({ format: 'csv', name: 'With a file' })).code).toBe(200);
    expect((await shown()).map(({ format }) => format)).toContain('csv');
    expect((await add({ format: 'pdf' })).code).toBe(422);
  });

  it('the outbox offers the file, and the mail server gets it', async () => {
    const mailServer = {
      host: '127.0.0.1',
      port: smtp.port,
      secure: false,
      from: { name: 'Prospectus', address: 'p@ours.example' },
    };
    const [mail] = await sent({ format: 'csv' }, mailServer);
    const heard = smtp.heard.find(({ to }) => to === 'admin@northstar.example');
    expect(heard!.text.replaceAll('\n ', ' ')).toContain('filename="User Productivity Report 2027-03-03.csv"');
    expect(heard!.text.replaceAll('\n', '')).toContain((await bytesOf(mail!)).toString('base64').slice(0, 400));

    const rows = (await call(test, admin, 'GET', 'res/outbox-messages')).body as unknown as { id: string; subject: string }[];
    const { id } = rows.find(({ subject }) => subject.startsWith(`Numbers ${hour}:`))!;
    const row = (await call(test, admin, 'GET', `res/outbox-messages/${id}`)).body as unknown as { attachment: string };
    expect(row.attachment).toMatch(/^\/api\/files\/\w{26}\?.*#User%20Productivity%20Report%202027-03-03\.csv$/);
    const file = await call(test, admin, 'GET', row.attachment.replace(/^\/api\//, '').replace(/#.*/, ''));
    expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv']);
  });

  it('files of the weeks before are deleted with the next report', async () => {
    const [before] = await sent({ format: 'csv' });
    const id = /^files\/(.*)#/.exec(before!.attachment!)![1];
    await edit(test, tenant, `update "files" set "created_at" = "created_at" - interval '8 days' where "id" = '${id}'`);
    await sent({});
    expect(await test.store.admin(`select "id" from "files" where "id" = '${id}'`)).toEqual([]);
  });

  it('a message whose file is gone says so and is not sent without it', async () => {
    const { id } = await test.store.transaction(actor(tenant), (tx) =>
      test.services.channels.send(tx, tenant, {
        channel: 'email',
        to: 'someone@northstar.example',
        subject: 'Gone',
        body: 'Numbers',
        notBefore: new Date(0),
        attachment: 'files/01ARZ3NDEKTSV4RRFFQ69G5FAV#old.csv',
      }),
    );
    await runDueJobs(test);
    const [row] = await test.store.admin(`select "state", "error" from "outbox_messages" where "id" = '${id}'`);
    expect(row).toEqual({ state: 'failed', error: 'This file no longer exists.' });
  });
});

const columnsOf = ({ body }: Mail): string[] => [...body.matchAll(/<th align="right">(.*?)<\/th>/g)].map(([, text = '']) => text);
