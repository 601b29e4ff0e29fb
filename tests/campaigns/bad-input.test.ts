import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeReports } from '../../server/campaigns/take-reports';
import { requestsAtOnce } from '../../server/channels/sender-of';
import { makeOutbound } from '../../server/outbound/make-outbound';
import { call, edit, signIn } from '../support/app';
import { actor } from '../support/database';
import { reachableDatabases } from '../support/postgres';
import { startRecorder, type Recorder } from '../support/recorder';
import { campaignWorld, type CampaignWorld } from './campaign-world';

const [people, numbers] = [1500, 1050];
const kind = 'sms-campaigns';

describe.each(await reachableDatabases())('campaigns and what goes wrong with them on $name', ({ fresh }) => {
  let world: CampaignWorld;
  let gateway: Recorder;
  beforeAll(async () => {
    gateway = await startRecorder();
    world = await campaignWorld(await fresh(), people);
    Object.assign(world.test.services, { outbound: makeOutbound({ allow: [`127.0.0.1:${gateway.port}`] }) });
    // Three leads in ten share a number with another one, which stands far from it in the audience.
    await edit(
      world.test,
      world.tenant,
      `update leads set whatsapp_number = '+9198' || lpad(((substr(id, 6)::int - 1) % ${numbers} + 1)::text, 8, '0') where id like 'lead-%'`,
    );
  });
  afterAll(async () => {
    await world.test.close();
    await gateway.close();
  });

  it('a number that several leads share gets one message; the others are held with the reason, as counted before sending', async () => {
    await world.clean();
    const whatsapp = 'whatsapp-campaigns';
    const id = await world.campaign(whatsapp);
    const before = await world.ask('GET', `${whatsapp}/${id}/check?limit=20`);
    expect(before['data']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ what: 'Will be sent', people: numbers }),
        expect.objectContaining({ people: people - numbers }),
      ]),
    );
    await world.start(whatsapp, id);
    await world.done();
    expect(await world.totals(whatsapp, id)).toMatchObject({ audience: people, held: people - numbers, waiting: 0, unknown: 0 });
    const [handed] = await world.rows(
      `select count(*)::int as n, count(distinct m."to")::int as numbers, max(m.times)::int as most
         from simulated_messages m join outbox_messages o on o.id = m.id where o.campaign_id = '${id}'`,
    );
    expect(handed).toEqual({ n: numbers, numbers, most: 1 });
  });

  it('Devanagari and emoji arrive as they were written, and cost as many parts as they take', async () => {
    await world.clean();
    await edit(
      world.test,
      world.tenant,
      `update sms_templates set body = 'नमस्ते {{name}} 🎓 प्रवेश की अंतिम तिथि कल है, अपना आवेदन आज ही पूरा करें।' where id = 'sms'`,
    );
    await edit(world.test, world.tenant, `update leads set name = 'आशा 😀' where id = 'lead-00001'`);
    const audience = await one('lead-00001');
    const id = await world.campaign(kind, { audience_id: audience });
    await world.start(kind, id);
    await world.done();
    const [row] = await world.ledger(id);
    expect(row).toMatchObject({ body: 'नमस्ते आशा 😀 🎓 प्रवेश की अंतिम तिथि कल है, अपना आवेदन आज ही पूरा करें।' });
    expect(Number(row!['cost'])).toBeCloseTo(2 * 0.18);
    await edit(world.test, world.tenant, `update sms_templates set body = 'Dear {{name}}' where id = 'sms'`);
  });

  it('reports about a stopped campaign are counted, and bring nothing back', async () => {
    await world.clean();
    const id = await world.campaign(kind, { throttle: 10 });
    await world.start(kind, id);
    await world.done();
    expect(await world.ask('POST', `${kind}/${id}/move`, { to: 'stopped' })).toMatchObject({ code: 200 });
    const rows = await world.ledger(id);
    const reported = ['delivered', 'failed', 'replied'] as const;
    await world.test.store.transaction(actor(world.tenant), (tx) =>
      takeReports(
        tx,
        world.tenant,
        rows.flatMap((row) => reported.map((state) => ({ key: String(row['id']), state, at: world.test.services.now() }))),
      ),
    );
    await world.wake();
    const totals = await world.totals(kind, id);
    expect(totals).toMatchObject({ waiting: 0, held: people - 10, sent: expect.any(Number) });
    expect(Number(totals['sent']) + Number(totals['failed'])).toBe(10);
    expect(await world.ask('GET', `res/${kind}/${id}`)).toMatchObject({ state: 'stopped' });
  });

  it('TRUST-R8 a stop during a run is obeyed before the next batch', async () => {
    await world.clean();
    const settings = { endpoint: `${gateway.url}/send` };
    const request = { method: 'POST', body: '{"to":"{{digits}}"}', accepted: 'ok', id_at: 'id' };
    const provider = await world.ask('POST', 'res/provider-settings', { channel: 'sms', provider: 'custom', settings, request });
    let acknowledged: Promise<number> | undefined;
    const id = await world.campaign(kind);
    gateway.answer = () => {
      acknowledged ??= world.ask('POST', `${kind}/${id}/move`, { to: 'stopped' }).then(() => gateway.heard.length);
      return { body: { ok: true, id: 'x' } };
    };
    await world.start(kind, id);
    await world.done();
    const late = gateway.heard.length - (await acknowledged!);
    expect(late).toBeLessThanOrEqual(requestsAtOnce);
    expect(gateway.heard.length).toBeLessThan(people);
    expect(await world.totals(kind, id)).toMatchObject({ audience: people, waiting: 0, unknown: 0 });
    await edit(world.test, world.tenant, `update provider_settings set status = 0 where id = '${String(provider['id'])}'`);
  });

  it('two clicks on a button do one thing, and the second says why not', async () => {
    await world.clean();
    const id = await world.campaign(kind, { throttle: 20 });
    const codes = async (path: string, body: object): Promise<number[]> =>
      (await Promise.all([1, 2, 3].map(() => world.ask('POST', path, body)))).map(({ code }) => code).sort();
    expect(await codes(`${kind}/${id}/start`, {})).toEqual([200, 200, 200]);
    await world.done();
    expect(await world.totals(kind, id)).toMatchObject({ waiting: people - 20 });
    for (const to of ['paused', 'sending', 'paused', 'stopped'])
      expect([to, await codes(`${kind}/${id}/move`, { to })]).toEqual([to, [200, 409, 409]]);
    const [most] = await world.rows(
      `select max(m.times)::int as n from simulated_messages m join outbox_messages o on o.id = m.id where o.campaign_id = '${id}'`,
    );
    expect(most).toEqual({ n: 1 });
  });

  it('another tenant and a role without the right can neither start, move, read nor address a campaign', async () => {
    await world.clean();
    const id = await world.campaign(kind);
    const [foreign, counsellor] = [
      await signIn(world.test, 'admin@lakeview.example'),
      await signIn(world.test, 'counsellor@northstar.example'),
    ];
    const calls = [
      ['POST', `${kind}/${id}/start`, {}],
      ['POST', `${kind}/${id}/move`, { to: 'stopped' }],
      ['POST', `${kind}/${id}/decide`, { as: 'again' }],
      ['POST', `${kind}/${id}/test`, { to: '+919820012345' }],
      ['GET', `${kind}/${id}/recipients`, undefined],
      ['GET', `${kind}/${id}/preview`, undefined],
    ] as const;
    for (const [method, path, body] of calls) {
      expect([path, (await call(world.test, foreign, method, path, body)).code]).toEqual([path, 404]);
      expect([path, (await call(world.test, counsellor, method, path, body)).code]).toEqual([path, 403]);
    }
    const draft = { name: 'Foreign', template_id: 'sms', audience_id: 'all', sender_id: 'NRTHST' };
    const made = await call(world.test, foreign, 'POST', `res/${kind}`, draft);
    expect([made.code, JSON.stringify(made.body)]).toEqual([422, expect.stringContaining('audience_id')]);
    expect(await world.ledger(id)).toEqual([]);
  });

  async function one(lead: string): Promise<string> {
    const id = `only-${lead}`;
    await edit(
      world.test,
      world.tenant,
      `insert into lead_gen_audiences (tenant_id, id, name, kind, lead_ids) values ('${world.tenant}', '${id}', '${id}', 'static', '["${lead}"]')`,
    );
    return id;
  }
});
