import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectEndpoints } from '../../server/app';
import { namesKey, wireUrl } from '../../src/schemas/kit/wire';
import { build, call, type Answer, type Browser, type TestApp } from '../support/app';
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
const allowed = ['acl', 'me', 'auth-log', 'change-password', 'partner-leads', 'partner-figures', 'partner-dispute'];

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
    const today = new Date().toISOString().slice(0, 10);
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
  }, 600_000);

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
    const [open] = await world.log(mine.id, '&dispute_state=open');
    expect(open).toMatchObject({ dispute_text: 'See the form', dispute_proof: expect.stringContaining('files/') });
    const answer = (who: Browser, agreed: boolean) =>
      call(test, who, 'PUT', `publisher-leads/${String(open!['id'])}/dispute`, { agreed, answer: 'You were first.' });
    expect((await answer(partner, true)).code).toBe(403);
    expect((await answer(world.admin, true)).code).toBe(200);
    expect((await answer(world.admin, false)).code).toBe(409);
    expect((await leads())[0]).toMatchObject({ state: 'accepted', dispute_state: 'agreed', dispute_answer: 'You were first.' });
    expect(await world.figures(mine.id)).toMatchObject({ accepted: 2, duplicates: 0, disputes: 0 });
  });

  it('D-017 ends at once when the user becomes a user of another publisher', async () => {
    const who = await world.partner(mine.id);
    expect((await leads(who)).length).toBe(2);
    expect((await call(test, world.admin, 'PATCH', `res/users/${who.userId}`, { publisher_id: other.id })).code).toBe(200);
    expect((await call(test, who, 'GET', 'partner/leads')).status).toBe(401);
  });
});
