import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit, newBrowser, signIn, type Browser } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { campaignWorld, noon, type CampaignWorld } from './campaign-world';

type Row = Record<string, unknown>;
const people = 100;

describe.each(await reachableDatabases())('audiences and results of campaigns on $name', ({ fresh }) => {
  let world: CampaignWorld;
  beforeAll(async () => {
    world = await campaignWorld(await fresh(), people);
  });
  afterAll(() => world.test.close());

  it('a campaign that repeats starts again, with its audience as it is then', async () => {
    await world.clean();
    const id = await world.campaign('email-campaigns', { repeat: 'daily' });
    await world.start('email-campaigns', id);
    await world.done();
    expect(await world.ask('GET', `res/email-campaigns/${id}`)).toMatchObject({
      state: 'scheduled',
      schedule_at: expect.stringMatching(/^2031-06-11T06:30/),
      run: 1,
    });
    await world.clean();
    world.test.clock.set(new Date('2031-06-11T06:31:00Z'));
    await world.wake();
    world.test.clock.set(noon);
    expect(await world.ask('GET', `res/email-campaigns/${id}`)).toMatchObject({ run: 2, totals: { audience: 2 * people } });
    await world.ask('POST', `email-campaigns/${id}/move`, { to: 'stopped' });
  });

  it('a campaign that repeats monthly keeps the day on which it was planned to start first', async () => {
    await world.clean();
    const id = await world.campaign('email-campaigns', { repeat: 'monthly' });
    const start = (schedule_at: string) => world.ask('POST', `email-campaigns/${id}/start`, { schedule_at });
    for (const [text, message] of [
      ['9999-01-01T00:00:00Z', 'Start at can be up to 366 days ahead'],
      ['2031-07-31T10:00', expect.stringContaining('with its time zone')],
      ['2031-06-10T06:00:00Z', 'Start at must be in the future'],
    ] as const)
      expect(await start(text)).toMatchObject({ code: 422, errors: [{ path: 'schedule_at', message }] });
    expect(await start('2031-07-31T10:00:00+05:30')).toMatchObject({ code: 200 });
    const next: string[] = [];
    for (const day of ['2031-07-31', '2031-08-31', '2031-09-30']) {
      world.test.clock.set(new Date(`${day}T04:30:30Z`));
      await world.wake();
      world.test.clock.set(noon);
      next.push(String((await world.ask('GET', `res/email-campaigns/${id}`))['schedule_at']).slice(0, 16));
    }
    expect(next).toEqual(['2031-08-31T04:30', '2031-09-30T04:30', '2031-10-31T04:30']);
    await world.ask('POST', `email-campaigns/${id}/move`, { to: 'stopped' });
    await world.clean();
  });

  it('an unsubscribe link opened by a mail scanner changes nothing; its button ends the emails to that address', async () => {
    await world.clean();
    const id = await world.campaign('email-campaigns');
    await world.start('email-campaigns', id);
    await world.done();
    await world.clean();
    const row = (await world.ledger(id)).find(({ state }) => state !== 'failed' && state !== 'opted_out')!;
    const link = /href="[^"]*(\/api\/unsubscribe\/[^"]+)"/.exec(String(row['body']))![1]!;
    const scanner = newBrowser();
    const page = await call(world.test, scanner, 'GET', link);
    expect([page.status, page.text.includes('<button')]).toEqual([200, true]);
    const { headers } = await world.test.app.inject({ method: 'GET', url: link });
    expect(headers['content-security-policy']).toContain("form-action 'self'");
    expect(await world.rows(`select 1 from opt_outs`)).toEqual([]);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const clicked = await call(world.test, scanner, 'POST', link, 'List-Unsubscribe=One-Click', form);
    expect([clicked.status, clicked.text.includes('You are unsubscribed')]).toEqual([200, true]);
    expect(await world.rows(`select address, how, channel from opt_outs`)).toMatchObject([{ address: row['to'], how: 'link' }]);
    expect(await world.rows(`select address, how from opt_outs where how = 'link'`)).toEqual([
      { address: row['to'], how: 'link' },
    ]);
    for (const method of ['GET', 'POST'] as const) {
      const wrong = await call(world.test, scanner, method, `${link.slice(0, -3)}abc`, method === 'POST' ? '' : undefined, form);
      expect([wrong.status, wrong.text.includes('<h1>This link no longer works</h1>')]).toEqual([404, true]);
    }
    const next = await world.campaign('email-campaigns');
    await world.start('email-campaigns', next);
    await world.done();
    const refused = (await world.ledger(next)).find(({ to }) => to === row['to']);
    expect(refused).toMatchObject({ state: 'held', reason: 'opted_out' });
    expect(await world.totals('email-campaigns', id)).toMatchObject({ audience: people });
  });

  it('each figure opens as many recipients as it says, and a segment of it has their leads', async () => {
    await world.clean();
    const id = await world.campaign('email-campaigns');
    await world.start('email-campaigns', id);
    await world.done();
    const clicked = (await world.ledger(id)).find(({ state }) => state === 'clicked')!;
    await edit(world.test, world.tenant, `update outbox_messages set state = 'replied' where id = '${String(clicked['id'])}'`);
    await world.clean();
    const totals = await world.totals('email-campaigns', id);
    expect([Number(totals['delivered']) > Number(totals['read']), Number(totals['read']) > Number(totals['clicked'])]).toEqual([
      true,
      true,
    ]);
    expect(totals['clicked']).toBeGreaterThan(0);
    for (const result of [
      'waiting',
      'held',
      'sent',
      'delivered',
      'read',
      'clicked',
      'replied',
      'failed',
      'opted_out',
      'unknown',
    ]) {
      const shown = await world.ask('GET', `email-campaigns/${id}/recipients?result=${result}`);
      expect([result, shown['count']]).toEqual([result, totals[result]]);
      await world.ask('POST', `email-campaigns/${id}/segment`, { name: `Figure ${result}`, results: result });
      const [audience] = await world.rows(`select count::int from lead_gen_audiences where name = 'Figure ${result}'`);
      expect([result, audience]).toEqual([result, { count: totals[result] }]);
    }
    expect(await world.ask('GET', `email-campaigns/${id}/recipients?result=nonsense`)).toMatchObject({ count: 0 });

    // The same for someone who sees some of the leads, and for someone who sees none.
    const level = `[{"code": "Email_Communication", "level": [1, 2, 3, 4, 5, 6]}]`;
    await edit(world.test, world.tenant, `update users_roles set permissions = '${level}' where role = 2`);
    const manager = await signIn(world.test, 'manager@northstar.example');
    const asked = async (path: string) => (await call(world.test, manager, 'GET', path)).body;
    const none = { count: 0, data: [], empty: 'None of your leads was in this campaign.' };
    expect(await asked(`email-campaigns/${id}/recipients`)).toMatchObject(none);
    expect(await asked(`email-campaigns/${id}/results`)).toMatchObject(none);
    await edit(world.test, world.tenant, `update leads set user_id = '${manager.userId!}' where id <= 'lead-00040'`);
    const { totals: theirs } = (await asked(`res/email-campaigns/${id}`)) as { totals: Record<string, number> };
    expect(theirs).toMatchObject({ audience: 40 });
    for (const result of ['sent', 'delivered', 'read', 'clicked', 'failed'])
      expect([result, (await asked(`email-campaigns/${id}/recipients?result=${result}`))['count']]).toEqual([
        result,
        theirs[result],
      ]);
    // Columns of the list say the same, to each of them.
    const columns = ['sent', 'delivered', 'read', 'clicked', 'replied', 'failed', 'opted_out', 'unknown'];
    const listed = async (who: Browser) => {
      const answer = (await call(world.test, who, 'GET', `res/email-campaigns?_labels=${columns.join()}`))
        .body as unknown as Row[];
      return answer.find((row) => row['id'] === id)!;
    };
    const words = (figures: Row) =>
      Object.fromEntries(columns.map((name) => [name, figures[name] ? String(figures[name]) : null]));
    expect(await listed(world.admin)).toMatchObject(words(await world.totals('email-campaigns', id)));
    expect(await listed(manager)).toMatchObject(words(theirs));
    await edit(world.test, world.tenant, `update leads set user_id = null`);
  });

  it('results are narrowed to a state, and made into a segment', async () => {
    await world.clean();
    const id = await world.campaign('whatsapp-campaigns');
    await world.start('whatsapp-campaigns', id);
    await world.done();
    await world.clean();
    const read = (await world.ledger(id)).filter(({ state }) => ['read', 'replied', 'opted_out'].includes(String(state))).length;
    const shown = await world.ask('GET', `whatsapp-campaigns/${id}/recipients?result=read&limit=100`);
    expect([shown['count'], (shown['data'] as unknown[]).length]).toEqual([read, read]);
    expect(await world.ask('GET', `whatsapp-campaigns/${id}/recipients`)).toMatchObject({ count: people });
    expect(await world.ask('POST', `whatsapp-campaigns/${id}/segment`, { name: 'Readers', results: 'read' })).toMatchObject({
      code: 200,
    });
    const [audience] = await world.rows(`select id, count::int from lead_gen_audiences where name = 'Readers'`);
    expect(audience!['count']).toBe(read);
    const follow = await world.campaign('sms-campaigns', { audience_id: audience!['id'] });
    const preview = await world.ask('GET', `sms-campaigns/${follow}/preview`);
    expect((preview['data'] as Record<string, unknown>[])[0]).toMatchObject({ text: expect.stringMatching(/^Dear Lead \d+$/) });
    expect(await world.start('sms-campaigns', follow)).toMatchObject({ message: `Sending to ${read} leads.` });
    await world.done();
    expect(await world.ask('POST', `sms-campaigns/${follow}/test`, { to: '98123' })).toMatchObject({
      code: 422,
      errors: [{ path: 'to' }],
    });
    expect(await world.ask('POST', `sms-campaigns/${follow}/test`, { to: '9812345678' })).toMatchObject({ code: 200 });
  });

  it('an audience is the leads of a lead list’s address, or of a file', async () => {
    await world.clean();
    await edit(world.test, world.tenant, `update leads set city = 'Nashik' where id in ('lead-00011', 'lead-00012')`);
    const make = (values: Record<string, unknown>) => world.ask('POST', 'lead-gen/audience', values);
    const address = 'https://crm.example/leads?type=all&city_like=nash&cols=name,city';
    const list = await make({ name: 'Nashik', kind: 'list', address });
    expect(list).toMatchObject({ code: 200 });
    const [stored] = await world.rows(`select id, address, count::int from lead_gen_audiences where name = 'Nashik'`);
    expect(stored).toMatchObject({ address: 'city_like=nash', count: 2 });
    const id = await world.campaign('sms-campaigns', { audience_id: stored!['id'] });
    expect(await world.start('sms-campaigns', id)).toMatchObject({ message: 'Sending to 2 leads.' });
    expect(await make({ name: 'Nothing', kind: 'list', address: 'https://crm.example/leads?type=all' })).toMatchObject({
      code: 422,
    });
    expect(await make({ name: 'Mine', kind: 'list', address: '/leads?view=untouched' })).toMatchObject({
      errors: [{ path: 'address' }],
    });
    expect(await make({ name: 'Wrong', kind: 'list', address: 'shoe_size=9' })).toMatchObject({ code: 422 });
    const csv = `phone,email\n9800000013,\n,LEAD14@example.com\n9999999999,\n`;
    const file = `data:text/csv;base64,${Buffer.from(csv).toString('base64')}`;
    expect(await make({ name: 'From a file', kind: 'static', file })).toMatchObject({ code: 200 });
    expect(await world.rows(`select lead_ids, count::int from lead_gen_audiences where name = 'From a file'`)).toEqual([
      { lead_ids: ['lead-00013', 'lead-00014'], count: 2 },
    ]);
    const written =
      'Name,Phone\nAsha,98000 00013\n"Ravi","+91-98000-00014"\nKiran,(0)98000 00015\nMeera,99999 99999\nNo number,\n';
    const asWritten = `data:text/csv;base64,${Buffer.from(written).toString('base64')}`;
    expect(await make({ name: 'As people write', kind: 'static', file: asWritten })).toMatchObject({ code: 200 });
    expect(await world.rows(`select lead_ids, file_result from lead_gen_audiences where name = 'As people write'`)).toEqual([
      {
        lead_ids: ['lead-00013', 'lead-00014', 'lead-00015'],
        file_result: '3 rows matched, 2 did not: Meera,99999 99999; No number,',
      },
    ]);
    const none = `data:text/csv;base64,${Buffer.from('phone\n9999999999\n').toString('base64')}`;
    expect(await make({ name: 'Nobody', kind: 'static', file: none })).toMatchObject({ code: 422, errors: [{ path: 'file' }] });
    await world.done();
  });

  it('TRUST-R8 a start that was missed by more than an hour waits for a person, and a stop takes a planned start back', async () => {
    await world.clean();
    const id = await world.campaign('sms-campaigns');
    const plan = () => world.ask('POST', `sms-campaigns/${id}/start`, { schedule_at: '2031-06-10T08:00:00Z' });
    expect(await plan()).toMatchObject({ message: `Scheduled for ${people} leads.` });
    expect(await world.ask('POST', `sms-campaigns/${id}/move`, { to: 'stopped' })).toMatchObject({ code: 200 });
    await plan();
    world.test.clock.set(new Date('2031-06-10T09:01:00Z'));
    await world.wake();
    world.test.clock.set(noon);
    expect(await world.ask('GET', `res/sms-campaigns/${id}`)).toMatchObject({
      state: 'draft',
      problem: expect.stringContaining('not running'),
      totals: { audience: 0 },
    });
    expect(await world.ask('POST', `sms-campaigns/${id}/start`, { schedule_at: '2020-01-01T00:00:00Z' })).toMatchObject({
      code: 422,
    });
  });
});
