import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectEndpoints } from '../../server/app';
import { dayOf } from '../../server/domain/days';
import { namesKey, wireUrl } from '../../src/schemas/kit/wire';
import { build, call, edit, type Answer, type Browser, type TestApp } from '../support/app';
import { liveOf } from '../support/live-client';
import { makePublisherWorld, type PublisherWorld, type Row } from '../leads/publisher-world';

/** The sign-in of a publisher: its own leads, masked, and nothing else of the product. */
let test: TestApp;
let world: PublisherWorld;
let mine: { readonly id: string; readonly key: string };
let other: { readonly id: string; readonly key: string };
let partner: Browser;
beforeAll(async () => {
  test = await build();
  world = await makePublisherWorld(test);
  [mine, other] = [await world.publisher('MINE', { dedupe_days: 30 }), await world.publisher('OTHER')];
  await world.deliver(mine.key, { name: 'Ananya Rao', phone: '9811600001', email: 'ananya.rao@example.com' });
  await world.deliver(other.key, { name: 'Zarina Secret', phone: '9811600002', email: 'zarina@example.com' });
  await world.deliver(mine.key, { name: 'Zarina Secret', phone: '9811600002' });
  partner = await world.partner(mine.id, 2);
});
afterAll(() => test.close());

const leads = async (who = partner, query = ''): Promise<Row[]> =>
  (await call(test, who, 'GET', `partner/leads${query}`)).body['data'] as Row[];
const allowed = [
  'acl',
  'me',
  'auth-log',
  'change-password',
  'partner-leads',
  'partner-export',
  'partner-statement',
  'partner-figures',
  'partner-dispute',
];

describe('the sign-in of a publisher', () => {
  it('TRUST-S34 D-002 sees its own leads with masked contacts, and no word of another publisher’s', async () => {
    const rows = await leads();
    expect(rows.map(({ name, phone, email, state, bucket }) => ({ name, phone, email, state, bucket }))).toEqual([
      { name: 'Zarina S.', phone: '98xxxxxx02', email: null, state: 'duplicate', bucket: null },
      { name: 'Ananya R.', phone: '98xxxxxx01', email: 'a***@example.com', state: 'accepted', bucket: 'new' },
    ]);
    const text = JSON.stringify(rows);
    for (const word of ['9811600001', '9811600002', 'ananya.rao', 'Secret', 'zarina@']) expect(text).not.toContain(word);
    expect((await call(test, partner, 'GET', 'partner/figures')).body['data']).toMatchObject({
      publisher: 'Publisher MINE',
      accepted: 1,
      duplicates: 1,
    });
    const today = dayOf(test.services.now(), 'Asia/Kolkata');
    expect(await leads(partner, '?from=2001-01-01&to=2001-01-02')).toEqual([]);
    expect((await leads(partner, `?state=accepted&from=2001-01-01&to=${today}`)).length).toBe(1);
    expect((await call(test, partner, 'GET', 'partner/leads?publisher_id=x')).code).toBe(422);
  });

  it('TRUST-S2 D-002 every other call refuses it, whatever its role and codes, and the refusals say nothing', async () => {
    const { endpoints } = collectEndpoints();
    const wrong: string[] = [];
    let asked = 0;
    for (const endpoint of endpoints) {
      if (endpoint.access === 'public' || allowed.includes(endpoint.name)) continue;
      const ids = Object.fromEntries(endpoint.wire.params.map(({ name }) => [name, mine.id]));
      const query = namesKey(endpoint.wire) ? { ...ids, id: mine.id, _id: mine.id } : ids;
      const answer: Answer = await call(
        test,
        partner,
        endpoint.method,
        wireUrl(endpoint.wire, query),
        endpoint.method === 'GET' ? undefined : {},
      );
      asked++;
      if (answer.code !== 403) wrong.push(`${endpoint.name} (${endpoint.method}): ${answer.text.slice(0, 120)}`);
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(900);
  });

  it('holds no permission, and its token opens no socket', async () => {
    expect((await call(test, partner, 'GET', 'acl')).body).toMatchObject({ code: 200, data: [] });
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const live = await liveOf(test, partner);
    expect([live.socket.connected, live.ended()]).toEqual([false, 'unauthorized']);
  });

  it('staff cannot make its calls, and nobody is administrator and publisher at once', async () => {
    for (const [method, path] of [
      ['GET', 'partner/leads'],
      ['GET', 'partner/figures'],
    ] as const)
      expect((await call(test, world.admin, method, path)).code).toBe(403);
    const user = {
      name: 'Both',
      email: 'both@example.com',
      role: 1,
      type: 'publisher',
      publisher_id: mine.id,
      password: 'a long pass phrase',
    };
    expect((await call(test, world.admin, 'POST', 'res/users', user)).body).toMatchObject({
      code: 422,
      errors: [{ path: 'role' }],
    });
    const without = await call(test, world.admin, 'POST', 'res/users', { ...user, role: 4, publisher_id: undefined });
    expect(without.body).toMatchObject({ code: 422, errors: [{ path: 'publisher_id' }] });
  });

  it('exports and adds up its own leads alone, masked, and no cell runs in a spreadsheet', async () => {
    const publisher = await world.publisher('EXPORTS', { cost_per_lead: 25 });
    await world.deliver(publisher.key, { name: '=HYPERLINK("x")', phone: '9811610001' });
    await world.deliver(publisher.key, { name: 'Last Month', phone: '9811610002' });
    await world.deliver(publisher.key, { name: 'Zarina Secret', phone: '9811600002' });
    await edit(
      test,
      test.fixture.tenants.northstar,
      `update publisher_deliveries set delivered_at = '2026-01-31T20:00:00Z' where sent_phone = '9811610002'`,
    );
    const who = await world.partner(publisher.id);
    const csv = async (query = ''): Promise<string> => {
      const { data } = (await call(test, who, 'GET', `partner/leads/export${query}`)).body;
      return (data as { csv: string }).csv;
    };
    const lines = (await csv()).split('\r\n');
    expect(lines[0]).toContain('Delivered,Name,Phone,Email,College,Result,Reason,Stage,Dispute');
    expect(lines).toHaveLength(5);
    expect(lines.join()).toContain(`"'=HYPERLINK`);
    expect(lines.join()).toContain('2026-02-01 01:30,'); // the tenant's day, as the page shows it and the filter takes it
    for (const word of ['9811610001', '9811600002', 'Secret', 'ananya', 'EXPORTS']) expect(lines.join()).not.toContain(word);
    expect((await csv('?state=duplicate')).split('\r\n')).toHaveLength(3);
    expect((await call(test, world.admin, 'GET', 'partner/leads/export')).code).toBe(403);
    const months = (await call(test, who, 'GET', 'partner/statement')).body['data'] as Row[];
    expect(months).toMatchObject([
      { accepted: 1, duplicates: 1, invalid: 0, enrolled: 0, payable: 25 },
      { month: '2026-02', accepted: 1, duplicates: 0, payable: 25 }, // the tenant's clock is five and a half hours ahead
    ]);
    const told = await call(test, world.admin, 'GET', `publishers/${publisher.id}/delivered`);
    expect(told.body).toMatchObject({ count: 2, data: months });
    expect(await world.figures(publisher.id)).toMatchObject({ accepted: 2, payable: 50 });
  });

  it('disputes a duplicate once; our answer counts it, and another publisher’s lead is not there', async () => {
    const [duplicate, accepted] = await leads();
    const [theirs] = await world.log(other.id);
    const send = (id: unknown, body: Row = { text: 'The student confirmed it to us.' }) =>
      call(test, partner, 'POST', `partner/leads/${String(id)}/dispute`, body);
    expect((await send(theirs!['id'])).code).toBe(404);
    expect((await send(accepted!['id'])).body).toMatchObject({ code: 409 });
    const proof = `data:application/pdf;base64,${Buffer.from('%PDF-1.4 proof').toString('base64')}`;
    expect((await send(duplicate!['id'], { text: 'See the form', proof: 'data:text/html;base64,PGI+' })).code).toBe(422);
    expect((await send(duplicate!['id'], { text: 'See the form', proof })).code).toBe(200);
    expect((await send(duplicate!['id'])).code).toBe(409);
    const told = await test.store.admin(`select n.user_id, u.role from notifications n join users u on u.id = n.user_id
      where n.notifications ->> 'type' = 'lead_disputed'`);
    expect(told).toContainEqual({ user_id: world.admin.userId, role: 1 });
    expect(told.map((one) => one['user_id'])).not.toContain(partner.userId);
    const [open] = await world.log(mine.id, '&dispute_state=open');
    expect(open).toMatchObject({ dispute_text: 'See the form', dispute_proof: expect.stringContaining('files/') });
    const answer = (who: Browser, agreed: boolean) =>
      call(test, who, 'PUT', `publisher-leads/${String(open!['id'])}/dispute`, { agreed, answer: 'You were first.' });
    expect((await answer(partner, true)).code).toBe(403);
    expect((await answer(world.admin, true)).code).toBe(200);
    expect((await answer(world.admin, false)).code).toBe(409);
    expect((await leads())[0]).toMatchObject({
      state: 'accepted',
      reason: null,
      dispute_state: 'agreed',
      dispute_answer: 'You were first.',
    });
    expect(await world.figures(mine.id)).toMatchObject({ accepted: 2, duplicates: 0, disputes: 0 });
  });

  it('disputes a lead that was imported, once and by its own id again; it stays by name, with its proof', async () => {
    const publisher = await world.publisher('IMPORTED', { cost_per_lead: 10 });
    const stage = await world.add('lead-stages', { stage_name: 'Not a student', outcome: 'invalid', sort_order: 901 });
    const lead = await world.add('leads', { name: 'Imported Person', phone: '9833300001', publisher_id: publisher.id });
    await edit(
      test,
      test.fixture.tenants.northstar,
      `update leads set stage_id = '${String(stage['id'])}' where id = '${String(lead['id'])}'`,
    );
    const who = await world.partner(publisher.id);
    const proof = `data:application/pdf;base64,${Buffer.from('%PDF-1.4 proof').toString('base64')}`;
    const send = () =>
      call(test, who, 'POST', `partner/leads/${String(lead['id'])}/dispute`, { text: 'Asked for a call', proof });
    expect((await call(test, who, 'POST', `partner/leads/${String(lead['id'])}/dispute`, { text: '  ' })).code).toBe(422);
    expect((await Promise.all([send(), send(), send()])).map(({ code }) => code).toSorted()).toEqual([200, 409, 409]);
    expect(await leads(who)).toMatchObject([
      { name: 'Imported P.', phone: '98xxxxxx01', state: 'invalid', dispute_state: 'open' },
    ]);
    const [row] = await world.log(publisher.id);
    const file = await call(test, world.admin, 'GET', String(row!['dispute_proof']).replace(/^\/?api\//, ''));
    expect(file.text).toContain('%PDF-1.4 proof');
    const answer = (text: string) =>
      call(test, world.admin, 'PUT', `publisher-leads/${String(row!['id'])}/dispute`, { agreed: true, answer: text });
    expect([(await answer('  ')).code, (await answer('You are right.')).code]).toEqual([422, 200]);
    expect(await world.figures(publisher.id)).toMatchObject({ accepted: 1, invalid: 0, payable: 10 });
  });

  it('D-017 ends at once when the user becomes a user of another publisher', async () => {
    const who = await world.partner(mine.id);
    expect((await leads(who)).length).toBe(2);
    expect((await call(test, world.admin, 'PATCH', `res/users/${who.userId}`, { publisher_id: other.id })).code).toBe(200);
    expect((await call(test, who, 'GET', 'partner/leads')).status).toBe(401);
  });
});
