import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edit } from '../support/app';
import { makeDialWorld, type DialWorld } from '../leads/dial-world';

type Row = Record<string, unknown>;
let world: DialWorld;
beforeAll(async () => {
  world = await makeDialWorld();
});
afterAll(() => world.test.close());

const next = async (list: string): Promise<Row | null> =>
  (await world.get(world.counsellor, `dialer/next?list_id=${list}`))['data'] as Row | null;
const call = (body: Row): Promise<Row> => world.post(world.counsellor, 'dialer/call', body);
/** Ends the call at once as not answered. */
async function unanswered(answer: Row): Promise<void> {
  expect(answer).toMatchObject({ code: 200 });
  const { call_id } = answer['data'] as { call_id: string };
  await world.post(world.counsellor, 'dialer/hangup', { call_id });
  await world.post(world.counsellor, 'dialer/outcome', { call_id, outcome: 'no_answer' });
}
const after = (minutes: number): string => new Date(world.test.services.now().getTime() + minutes * 60_000).toISOString();
const calls = async (lead: string): Promise<number> => (await world.rows('calls', `"lead_id" = '${lead}'`)).length;

describe('the time between two calls', () => {
  it('applies however the first call was made: from another list or by hand', async () => {
    const [one, other] = [await world.list({ retry_gap_min: 30 }), await world.list({ retry_gap_min: 60 })];
    const lead = await world.makeLead();
    const entries = [await world.queue(one, lead), await world.queue(other, lead)];
    expect(await next(one)).toMatchObject({ entry_id: entries[0] });
    await unanswered(await call({ entry_id: entries[0]! }));
    expect(await next(other)).toBeNull();
    const { state, next_try_at } = await world.entry(entries[1]!);
    expect(state).toBe('queued');
    expect(String(next_try_at) > after(58) && String(next_try_at) < after(61)).toBe(true);

    const byHand = await world.makeLead();
    const entry = await world.queue(one, byHand);
    await unanswered(await call({ lead_id: byHand }));
    expect(await next(one)).toBeNull();
    // half an hour later
    for (const change of [
      `update "calls" set "started_at" = "started_at" - interval '31 minutes', "ended_at" = "ended_at" - interval '31 minutes'`,
      `update "dialer_list_leads" set "next_try_at" = "next_try_at" - interval '31 minutes' where "id" = '${entry}'`,
    ])
      await edit(world.test, world.tenant, change);
    expect(await next(one)).toMatchObject({ entry_id: entry, attempts: 0 });
    await edit(world.test, world.tenant, `update "dialer_list_leads" set "state" = 'skipped', "user_id" = null`);
  });

  it('does not apply to calls by hand', async () => {
    const list = await world.list({ daily_attempts: 1 });
    const lead = await world.makeLead();
    await world.queue(list, lead);
    await unanswered(await call({ lead_id: lead }));
    await unanswered(await call({ lead_id: lead }));
    expect(await calls(lead)).toBe(2);
  });
});

describe('calling hours of a call by hand', () => {
  const morning = { calling_window: { from: '09:30', to: '11:00' } };

  it('are those of the lists in which the lead waits, also when dialling its number; nothing is written', async () => {
    const list = await world.list({ ...morning, value: 'Early birds' });
    const lead = await world.makeLead();
    const entry = await world.queue(list, lead);
    const { phone } = await world.row('leads', lead);
    for (const body of [{ lead_id: lead }, { phone: String(phone) }])
      expect(await call(body)).toMatchObject({ code: 409, message: "The calling hours of 'Early birds' are 09:30 to 11:00." });
    expect(await calls(lead)).toBe(0);
    expect(await world.row('leads', lead)).not.toMatchObject({ dial_count: 1 });
    // done with that list and in no other: the agent decides
    await edit(world.test, world.tenant, `update "dialer_list_leads" set "state" = 'done' where "id" = '${entry}'`);
    await unanswered(await call({ lead_id: lead }));
  });

  it('allow the call if one list is open now', async () => {
    const lead = await world.makeLead();
    for (const window of [morning, { calling_window: { from: '11:00', to: '18:00' } }])
      await world.queue(await world.list(window), lead);
    await unanswered(await call({ lead_id: lead }));
  });

  it('do not prevent calling back someone who rang within the last hour', async () => {
    const list = await world.list(morning);
    const lead = await world.makeLead();
    await world.queue(list, lead);
    const rang = (minutesAgo: number): Promise<unknown> =>
      edit(
        world.test,
        world.tenant,
        `insert into "calls" ("tenant_id", "id", "lead_id", "user_id", "direction", "outcome", "started_at", "state")
         values ('${world.tenant}', 'rang-${minutesAgo}', '${lead}', '${world.counsellor.userId}', 'inbound', 'missed', '${after(-minutesAgo)}', 'ended')`,
      );
    await rang(61);
    expect(await call({ lead_id: lead })).toMatchObject({ code: 409 });
    await rang(20);
    await unanswered(await call({ lead_id: lead }));
  });
});
