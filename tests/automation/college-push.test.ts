import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOutbound } from '../../server/outbound/make-outbound';
import { edit } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { automationWorld, type World } from './automation-world';

type Row = Record<string, unknown>;
const key = 'the key of the partner college';

describe.each(await reachableDatabases())('lead push to partner colleges, $name', ({ fresh }) => {
  let world: World;
  let receiver: Server;
  let status = 200;
  let got: { headers: Row; body: string }[] = [];
  let partner: Row;
  let other: Row;
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        got.push({ headers: request.headers, body });
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const at = `127.0.0.1:${(receiver.address() as { port: number }).port}`;
    world = await automationWorld(await fresh());
    Object.assign(world.test.services, { outbound: makeOutbound({ allow: [at] }) });
    const push = { lead_push_url: `http://${at}/leads`, lead_push_key: key };
    partner = await world.post('res/colleges', { clg_name: 'Fergusson', is_partner: true, ...push });
    other = await world.post('res/colleges', { clg_name: 'Deccan', is_partner: false, ...push });
  });
  beforeEach(() => {
    got = [];
    status = 200;
  });
  afterAll(async () => {
    await world.test.close();
    receiver.closeAllConnections();
    receiver.close();
  });
  const clg = (college: Row): unknown => college['clg_id'];

  it('a new lead of a partner college is pushed to it once, signed and authorized with the college’s key', async () => {
    const id = await world.lead({ name: 'Meera', clg_id: clg(partner), city: 'Pune' });
    expect(got).toEqual([]); // after commit, by the worker
    await world.done();
    expect(got.map(({ body }) => (JSON.parse(body) as Row)['lead'])).toMatchObject([
      { id, name: 'Meera', city: 'Pune', college: 'Fergusson', phone: expect.stringMatching(/^\+91/) },
    ]);
    const { headers, body } = got[0]!;
    expect(headers['authorization']).toBe(`Bearer ${key}`);
    const [, seconds, signature] = /^t=(\d+),v1=(.*)$/.exec(String(headers['x-prospectus-signature']))!;
    expect(signature).toBe(createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex'));
  });

  it('a college with a mapping gets those fields alone, under the names of its own system; two of one name are refused', async () => {
    const path = `res/colleges/${String(clg(partner))}`;
    const map = [
      { field: 'name', name: 'candidate' },
      { field: 'phone', name: 'contact.mobile' },
      { field: 'pincode', name: 'zip' },
    ];
    await world.ask('PATCH', path, { lead_push_fields: map });
    await world.lead({ name: 'Kabir', clg_id: clg(partner), pincode: '411001' });
    await world.lead({ name: 'Zoya', clg_id: clg(partner) });
    await world.done();
    const leads = got.map(({ body }) => (JSON.parse(body) as Row)['lead'] as Row);
    expect(leads.map((lead) => Object.keys(lead))).toEqual([
      ['candidate', 'contact.mobile', 'zip'],
      ['candidate', 'contact.mobile', 'zip'],
    ]);
    expect(leads.map((lead) => [lead['candidate'], lead['zip']]).toSorted()).toEqual([
      ['Kabir', '411001'],
      ['Zoya', null],
    ]);
    const twice = await world.ask('PATCH', path, { lead_push_fields: [map[0], { field: 'city', name: 'Candidate' }] });
    expect([twice['code'], JSON.stringify(twice['errors'])]).toEqual([422, expect.stringContaining('lead_push_fields.1.name')]);
    const unknown = await world.ask('PATCH', path, { lead_push_fields: [{ field: 'user_id', name: 'owner' }] });
    expect(unknown['code']).toBe(422);
    await world.ask('PATCH', path, { lead_push_fields: [] });
  });

  it('a lead that moves to the college is pushed, and other edits send nothing', async () => {
    const id = await world.lead({ clg_id: clg(other) });
    await world.ask('PATCH', `res/leads/${id}`, { clg_id: clg(partner) });
    await world.ask('PATCH', `res/leads/${id}`, { city: 'Goa' });
    await world.done();
    expect(got.length).toBe(1);
  });

  it('a college that is not a partner, or is inactive when the push is sent, gets nothing', async () => {
    await world.lead({ clg_id: clg(other) });
    await world.lead({ clg_id: clg(partner) });
    await world.ask('PATCH', `res/colleges/${String(clg(partner))}`, { is_partner: false });
    await world.done();
    expect(got).toEqual([]);
    await world.ask('PATCH', `res/colleges/${String(clg(partner))}`, { is_partner: true });
  });

  it('a lead is pushed by hand to a college on its shortlist, and to no other', async () => {
    const lead = await world.lead({ name: 'Ishaan', clg_id: clg(other) });
    const choose = (college: Row, relation: string): Promise<Row> =>
      world.post('res/lead-colleges', { lead_id: lead, clg_id: clg(college), relation });
    const [wanted, foreign] = [await choose(partner, 'shortlisted'), await choose(other, 'shortlisted')];
    const push = ({ id }: Row): Promise<Row> => world.ask('POST', `res/lead-colleges/${String(id)}/push`, {}) as Promise<Row>;
    expect((await push(foreign))['code']).toBe(409);
    for (const times of [1, 2]) {
      expect(await push(wanted)).toMatchObject([{ id: wanted['id'], takes_push: true }, { takes_push: false }]);
      await world.done();
      expect(got.length).toBe(times);
    }
    expect((JSON.parse(got[0]!.body) as Row)['lead']).toMatchObject({ id: lead, name: 'Ishaan', college: 'Fergusson' });
    await push(wanted);
    await world.ask('PATCH', `res/lead-colleges/${String(wanted['id'])}`, { relation: 'recommended' });
    await world.done();
    expect(got.length).toBe(2); // off the list before it left
    expect((await push(wanted))['code']).toBe(409);
  });

  it('a college that answers that it has the lead already is not asked again, and the log says so', async () => {
    status = 409;
    const lead = await world.lead({ name: 'Known', clg_id: clg(partner) });
    await world.done();
    expect(got.length).toBe(1);
    const log = (await world.ask('GET', `colleges/${String(clg(partner))}/pushes`))['data'] as Row[];
    expect(log[0]).toMatchObject({ lead_id: lead, state: 'duplicate', status: 409 });
  });

  it('a push to a server that is down is retried', async () => {
    status = 503;
    await world.lead({ name: 'Again', clg_id: clg(partner) });
    await world.done();
    const tries = got.length;
    expect(tries).toBeGreaterThan(0);
    status = 200;
    await edit(
      world.test,
      world.tenant,
      `update "jobs" set "run_at" = null where "kind" = 'college-push' and "state" = 'queued'`,
    );
    await world.done();
    expect(got.length).toBe(tries + 1);
  });
});
