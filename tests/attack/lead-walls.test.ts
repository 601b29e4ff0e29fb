import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit } from '../support/app';
import { inHours, makeWorld, saveStage, type World } from '../leads/lead-world';
import { multipart } from './call-samples';

describe('whose leads', () => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld();
  });
  afterAll(() => world.test.close());

  it('D-023 every call about a lead outside the scope is refused with 403, no matter how it names the lead', async () => {
    const { test, outsider, counsellor, admin } = world;
    const mine = await world.makeLead({}, 'outsider@northstar.example');
    const id = await world.makeLead({ name: 'Tara Hidden' });
    const saved = await saveStage(world, counsellor, id, {
      stage_id: world.stages['Call back'],
      sub_stage: 'Evening',
      call_date_time: inHours(world, 1),
    });
    const action = (saved.body as unknown as { data: { call_action_id: string; follow_up_id: string } }).data;
    const form = multipart({}, 'Name,Mobile\nA,9800000001\n');
    await edit(
      test,
      test.fixture.tenants.northstar,
      `update users_roles set permissions = permissions || '[{"code":"UPLOAD_LEAD_CSV","level":6},{"code":"LEADS","level":6}]' where role = 4`,
    );
    test.clock.add(61);
    const upload = await call(test, counsellor, 'POST', 'leads/upload-csv/preview', form.body, { 'content-type': form.type });
    const file_id = (upload.body as unknown as { data: { file_id: string } }).data.file_id;
    const mapping = { Name: 'name', Mobile: 'phone' };
    const job = (
      (await call(test, counsellor, 'POST', 'leads/upload-csv', { file_id, mapping })).body as { data: { job_id: string } }
    ).data.job_id;
    const before = [await world.row('leads', id), await world.row('leads', mine)];
    const asks: [number, ...(Parameters<typeof call> extends [unknown, unknown, ...infer R] ? R : never)][] = [
      [403, 'GET', `res/leads/${id}`],
      [403, 'PATCH', `res/leads/${id}`, { city: 'X' }],
      [403, 'DELETE', `res/leads/${id}`],
      [403, 'GET', `res/leads/${id}/history`],
      [403, 'GET', `res/leads/${id}/usage`],
      [403, 'POST', `res/leads/${id}/duplicate`, {}],
      [403, 'GET', `leads/${id}/journey`],
      [403, 'PUT', `leads/${id}/favourite`, { value: true }],
      [403, 'GET', `followup/lead/${id}`],
      [403, 'GET', `followup/lead/mark-status/${action.call_action_id}?source=followup_list`],
      [403, 'POST', `followup/lead/mark-status/${action.follow_up_id}`, {}],
      [403, 'GET', `followup/list?type=all&user_id=${counsellor.userId}`],
      [403, 'POST', 'callGenerate', { lead_id: id, callObj: { stage_id: world.stages['Counselled'] } }],
      [403, 'POST', 'leads/re-assign', { lead_ids: [mine, id], user_id: outsider.userId }],
      [403, 'POST', 'leads/re-assign', { lead_ids: [id, mine], user_id: outsider.userId }],
      [403, 'GET', `res/follow-ups/${action.follow_up_id}`],
      [403, 'PATCH', `res/follow-ups/${action.follow_up_id}`, { note: 'x' }],
      [403, 'POST', 'res/follow-ups', { lead_id: id, call_date_time: inHours(world, 2) }],
      [403, 'GET', `res/call-actions/${action.call_action_id}`],
      [404, 'GET', `leads/upload-csv/${job}`],
      [404, 'POST', `leads/upload-csv/${job}/cancel`, {}],
      [403, 'GET', `jobs/${job}`],
      [404, 'POST', 'leads/upload-csv/dry-run', { file_id, mapping }],
      [404, 'POST', 'leads/upload-csv', { file_id, mapping }],
    ];
    const seen: [string, number][] = [];
    for (const [, ...ask] of asks) {
      const answer = await call(test, outsider, ...ask);
      seen.push([`${ask[0]} ${ask[1]}`, answer.code]);
      expect([ask[1], answer.text.includes('Tara')]).toEqual([ask[1], false]);
    }
    expect(seen).toEqual(asks.map(([code, method, path]) => [`${method} ${path}`, code]));
    for (const path of [
      'res/leads',
      'res/leads?q=Tara',
      `res/leads?id=${id}`,
      'res/follow-ups',
      `res/call-actions?lead_id=${id}`,
      'res/lead-captures',
      'followup/list?type=all',
      'dashboard/my-day',
      'leads/counts',
    ]) {
      const answer = await call(test, outsider, 'GET', path);
      expect([path, answer.code, answer.text.includes('Tara') || answer.text.includes(id)]).toEqual([path, 200, false]);
    }
    expect([await world.row('leads', id), await world.row('leads', mine)]).toEqual(before);
    // A lead in the scope does not reveal the name of one outside it.
    await edit(test, test.fixture.tenants.northstar, `update leads set duplicate_of = '${id}' where id = '${mine}'`);
    expect((await call(test, outsider, 'GET', `res/leads/${mine}`)).text).not.toContain('Tara');
    expect((await call(test, admin, 'GET', `res/leads/${mine}`)).text).toContain('Tara');
  });

  it('D-023 an import does not change leads outside the importing user’s scope, nor assign leads to others', async () => {
    const { test, counsellor } = world;
    test.services.jobs.start();
    const theirs = await world.makeLead({ phone: '9812300001' }, 'outsider@northstar.example');
    const own = await world.makeLead({ phone: '9812300002' });
    const upload = async (fields: Record<string, string>) => {
      const form = multipart(fields, 'Name,Mobile,City\nA,9812300001,Reached\nB,9812300002,Reached\n');
      return call(test, counsellor, 'POST', 'leads/upload-csv', form.body, { 'content-type': form.type });
    };
    for (const owner of ['round_robin', 'column']) expect((await upload({ options: JSON.stringify({ owner }) })).code).toBe(403);
    const job = ((await upload({ options: '{"on_match":"fill_empty","owner":"me"}' })).body as { data: { job_id: string } }).data
      .job_id;
    let state: Record<string, unknown> = { status: 'queued' };
    while (['queued', 'running'].includes(String(state['status']))) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      state = ((await call(test, counsellor, 'GET', `leads/upload-csv/${job}`)).body as { data: Record<string, unknown> }).data;
    }
    expect(state).toMatchObject({ status: 'done', updated: 1, skipped: 1, created: 0 });
    expect([(await world.row('leads', theirs))['city'], (await world.row('leads', own))['city']]).toEqual([null, 'Reached']);
  });

  it('TRUST-S21 a file’s address is valid for one user, one file and fifteen minutes', async () => {
    const { test, counsellor } = world;
    const id = await world.makeLead();
    const file = {
      img: `data:application/pdf;base64,${Buffer.from('%PDF-1.7 private').toString('base64')}`,
      ext: 'pdf',
      name: 'a.pdf',
    };
    for (const name of ['a.pdf', 'b.pdf'])
      await saveStage(
        world,
        counsellor,
        id,
        { stage_id: world.stages['Enrolled'], sub_stage: 'Seat confirmed', message: name },
        { files: [{ ...file, name }] },
      );
    const journey = (await call(test, counsellor, 'GET', `leads/${id}/journey`)).body as unknown as {
      data: { kind: string; files?: { url: string }[] }[];
    };
    const [one, two] = journey.data.flatMap((entry) => entry.files ?? []).map((entry) => entry.url) as [string, string];
    expect((await call(test, counsellor, 'GET', one)).text).toContain('private');
    const [pathOne, queryOne = ''] = one.split('?') as [string, string];
    const claims = JSON.parse(Buffer.from(new URLSearchParams(queryOne).get('e')!, 'base64url').toString()) as unknown[];
    const s = new URLSearchParams(queryOne).get('s')!;
    const sign = (values: unknown[]): string =>
      `${pathOne}?e=${Buffer.from(JSON.stringify(values)).toString('base64url')}&s=${s}`;
    const forged = [
      `${two.split('?')[0]!}?${queryOne}`,
      sign([claims[0], claims[1], 9_999_999_999]),
      sign([test.fixture.tenants.lakeview, claims[1], claims[2]]),
      `${pathOne}?e=&s=`,
      `${pathOne}?e=${'A'.repeat(190)}&s=${'A'.repeat(43)}`,
      `${pathOne}?${queryOne}&s=x`,
      pathOne,
    ];
    for (const url of forged) {
      const answer = await call(test, counsellor, 'GET', url);
      expect([url, [403, 422].includes(answer.code), answer.text.includes('private')]).toEqual([url, true, false]);
    }
    test.clock.add(15 * 60 + 1);
    expect((await call(test, counsellor, 'GET', one)).code).toBe(403);
    test.clock.add(-(15 * 60 + 1));
  });
});
