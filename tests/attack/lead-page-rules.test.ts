import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/store/ids';
import { inHours, makeWorld, saveStage, type World } from '../leads/lead-world';
import { call, edit, signIn, type Browser } from '../support/app';
import { reachableDatabases } from '../support/postgres';

/** The fields that rules hide, and values that stand nowhere but there. */
const secrets = {
  'leads.source': ['Google', 'Facebook'],
  'leads.clg_id leads.clg_name': ['Sahyadri', 'Deccan'],
  'leads.utm_campaign': ['Monsoon-utm'],
  'leads.alternate_phone': ['9733311122'],
  'leads.whatsapp_number': ['9733311133'],
  'leads.city': ['Alibag'],
  'call-actions.message leads.last_callaction_message': ['Wants-a-discount'],
  'call-actions.sub_stage leads.last_callaction_sub_stage': ['Scholarship'],
  'follow-ups.note': ['Ring-the-uncle'],
  'calls.note lead-owner-history.note': ['Spoke-with-the-aunt', 'Speaks-Marathi'],
  'calls.recording_url': ['/api/files/'],
} as const;

describe.each(await reachableDatabases())('fields that a rule hides, around the lead page, $name', (database) => {
  let world: World;
  let lead: string;
  const tenant = (): string => world.test.fixture.tenants.northstar;
  const noon = new Date('2027-03-10T06:30:00.000Z'); // a follow-up in an hour is still today

  beforeAll(async () => {
    world = await makeWorld(await database.fresh(), noon);
    lead = await world.makeLead({
      source: world.source,
      clg_id: 10001,
      utm_campaign: 'Monsoon-utm',
      city: 'Alibag',
      alternate_phone: '9733311122',
      whatsapp_number: '9733311133',
    });
    const patched = await call(world.test, world.admin, 'PATCH', `res/leads/${lead}`, { clg_id: 10002, city: 'Alibag 2' });
    expect(patched.status, patched.text).toBe(200);
    const planned = await saveStage(
      world,
      world.counsellor,
      lead,
      {
        stage_id: world.stages['Interested'],
        sub_stage: 'Scholarship',
        call_date_time: inHours(world, 1),
        message: 'Wants-a-discount',
        clg_id: 10001,
      },
      { lead_source_at_stage: world.otherSource },
    );
    expect(planned.code, planned.text).toBe(200);
    for (const [user_id, reason] of [
      [world.lead.userId, 'Speaks-Marathi'],
      [world.counsellor.userId, 'Speaks-Marathi no more'],
    ]) {
      const moved = await call(world.test, world.admin, 'POST', 'leads/re-assign', { lead_ids: [lead], user_id, reason });
      expect(moved.code, moved.text).toBe(200);
    }
    const other = await world.makeLead();
    const alone = { lead_id: other, call_date_time: inHours(world, 2), note: 'Ring-the-uncle' };
    expect((await call(world.test, world.counsellor, 'POST', 'res/follow-ups', alone)).status).toBe(200);
    const row = (direction: string, number: string, outcome: string, state: string, at: Date): Promise<unknown> =>
      edit(
        world.test,
        tenant(),
        `insert into calls (tenant_id, id, lead_id, user_id, direction, phone, outcome, state, started_at, answered_at, recording_url, note, talk_s)
         values ('${tenant()}', '${newId()}', '${lead}', '${world.counsellor.userId}', '${direction}', '+91${number}', ${outcome}, '${state}',
           '${at.toISOString()}', ${outcome === "'missed'" ? 'null' : `'${at.toISOString()}'`}, 'files/${newId()}', 'Spoke-with-the-aunt', 9)`,
      );
    await row('inbound', '9733311133', "'missed'", 'ended', new Date(noon.getTime() + 5000));
    await row('outbound', '9733311122', "'answered'", 'wrap_up', noon);
    await row('inbound', '9733311133', 'null', 'answered', noon);
  });
  afterAll(() => world.test.close());

  const paths = (): string[] => [
    `leads/${lead}/journey`,
    `leads/${lead}/panel`,
    `leads/${lead}/owners`,
    `followup/lead/${lead}`,
    'followup/list?type=all',
    'dashboard/my-day',
    'dialer/desk',
    'events?after=0',
    'res/leads',
    'res/calls',
    'res/call-actions',
    'res/follow-ups',
    'res/lead-captures',
  ];
  async function shown(who: Browser): Promise<Record<string, string[]>> {
    const texts: Record<string, string[]> = {};
    for (const path of paths()) {
      const answer = await call(world.test, who, 'GET', path);
      expect([path, answer.code]).toEqual([path, 200]);
      for (const words of Object.values(secrets))
        for (const word of words) if (answer.text.includes(word)) (texts[word] ??= []).push(path.split('?')[0]!);
    }
    return texts;
  }

  it('TRUST-S4 are in no answer: journey, panel, follow-ups, day, desk and ringing calls', async () => {
    const before = await shown(world.counsellor);
    for (const words of Object.values(secrets)) expect(words.flatMap((word) => before[word] ?? [])).not.toEqual([]);

    for (const [names, words] of Object.entries(secrets)) {
      const field_rules = names.split(' ').map((name) => {
        const [resource, field] = name.split('.');
        return { resource, field, rule: 'hidden' };
      });
      const saved = await call(world.test, world.admin, 'PATCH', 'res/users-roles/4', { field_rules });
      expect(saved.status, saved.text).toBe(200);
      world.test.clock.add(61); // a session knows its rights for a minute
      const after = await shown(await signIn(world.test, 'counsellor@northstar.example'));
      expect([names, words.flatMap((word) => after[word] ?? [])]).toEqual([names, []]);
    }
  });

  it('a number that a rule masks is not given out to be dialled by hand, whichever of the lead’s numbers it is', async () => {
    const kept = { channel: 'telephony', provider: 'none', settings: {}, credentials: {} };
    const provider = await call(world.test, world.admin, 'POST', 'res/provider-settings', kept);
    expect(provider.status, provider.text).toBe(200);
    const field_rules = [{ resource: 'leads', field: 'alternate_phone', rule: 'masked' }];
    await call(world.test, world.admin, 'PATCH', 'res/users-roles/4', { field_rules });
    world.test.clock.add(61);
    const id = await world.makeLead({ alternate_phone: '9733311144' });
    const dial = await call(world.test, world.counsellor, 'POST', 'dialer/call', { lead_id: id, number: 'alternate_phone' });
    expect([dial.code, dial.text.includes('9733311144')]).toEqual([409, false]);
    const own = await call(world.test, world.admin, 'POST', 'dialer/call', { lead_id: id, number: 'alternate_phone' });
    expect([own.code, own.text.includes('9733311144')]).toEqual([200, true]);
  });

  it('a change of fields that are all hidden is no entry of the journey', async () => {
    const ask = async (): Promise<string[]> =>
      (
        (await call(world.test, world.counsellor, 'GET', `leads/${lead}/journey?type=change`)).body as unknown as {
          data: { kind: string }[];
        }
      ).data.map(({ kind }) => kind);
    const rule = (fields: readonly string[]): Promise<unknown> =>
      call(world.test, world.admin, 'PATCH', 'res/users-roles/4', {
        field_rules: fields.map((field) => ({ resource: 'leads', field, rule: 'hidden' })),
      });
    await rule(['city']);
    world.test.clock.add(61);
    expect(await ask()).toContain('field_change');
    await rule(['city', 'clg_id']);
    world.test.clock.add(61);
    expect(await ask()).not.toContain('field_change');
  });

  it('the figures of its calls tell nothing of what a rule hides of calls', async () => {
    const [admin, counsellor] = [
      await signIn(world.test, 'admin@northstar.example'),
      await signIn(world.test, 'counsellor@northstar.example'),
    ];
    const figures = async (fields: readonly string[]): Promise<unknown> => {
      const field_rules = fields.map((field) => ({ resource: 'calls', field, rule: 'hidden' }));
      expect((await call(world.test, admin, 'PATCH', 'res/users-roles/4', { field_rules })).status).toBe(200);
      world.test.clock.add(61);
      return (await call(world.test, counsellor, 'GET', `leads/${lead}/call-figures`)).body['data'];
    };
    expect(await figures([])).toMatchObject({ dialled: 1, connected: 1, missed: 1, talk_s: 27, best_hour: 12 });
    const nothing = { connected: null, talk_s: null, best_hour: null };
    expect(await figures(['talk_s'])).toMatchObject({ dialled: 1, missed: 1, ...nothing });
    expect(await figures(['outcome'])).toMatchObject({ dialled: 1, missed: null, talk_s: 27 });
    expect(await figures(['direction'])).toMatchObject({ dialled: null, connected: null, missed: null, talk_s: 27 });
  });

  it('the stage of a lead is not told by its follow-ups, their calendar, or the way it went', async () => {
    const [admin, counsellor] = [
      await signIn(world.test, 'admin@northstar.example'),
      await signIn(world.test, 'counsellor@northstar.example'),
    ];
    const stagesOf = async (path: string): Promise<boolean> => {
      const answer = await call(world.test, counsellor, 'GET', path);
      expect([path, answer.code]).toEqual([path, 200]);
      const { stages: _, ...lead } = answer.body['data'] as Record<string, unknown>;
      return JSON.stringify(lead).includes('Interested');
    };
    const paths = [
      'followup/list?type=all',
      'followup/calendar?from=2027-03-08&to=2027-03-14',
      `followup/lead/${lead}`,
      `leads/${lead}/panel`,
    ];
    const hide = (fields: readonly [string, string][]): Promise<unknown> =>
      call(world.test, admin, 'PATCH', 'res/users-roles/4', {
        field_rules: fields.map(([resource, field]) => ({ resource, field, rule: 'hidden' })),
      });
    await hide([]);
    world.test.clock.add(61);
    expect(await Promise.all(paths.map(stagesOf))).toEqual([true, true, true, true]);
    await hide([
      ['follow-ups', 'btn_message'],
      ['call-actions', 'btn_message'],
    ]);
    world.test.clock.add(61);
    expect(await Promise.all(paths.map(stagesOf))).toEqual([false, false, false, false]);
    await hide([['leads', 'last_callaction_btn_message']]);
    world.test.clock.add(61);
    expect(await Promise.all(paths.slice(0, 2).map(stagesOf))).toEqual([false, false]);
  });
});
