import { newId } from '../../server/store/ids';
import { call, edit, type Answer, type Browser } from '../support/app';
import type { World } from '../leads/lead-world';
import type { Sample } from './call-samples';

interface About {
  readonly world: World;
  readonly foreign: Browser;
  readonly theirs: Readonly<Record<'lead' | 'job', string>>;
  readonly smsTemplate: string;
  /** Queues an import of this user; its job. */
  readonly upload: (who: Browser) => Promise<{ readonly job: string }>;
}
const dataOf = ({ body }: Answer): Record<string, string> => (body['data'] ?? {}) as Record<string, string>;

/** Merges, possible duplicates, looks and searches of leads, and work on many of them. */
export async function leadWorkSamples({ world, foreign, theirs, smsTemplate, upload }: About): Promise<Record<string, Sample>> {
  const { test, admin } = world;
  const made = async (who: Browser): Promise<string> => {
    const phone = `98${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
    return String((await call(test, who, 'POST', 'res/leads', { name: `Merged ${newId()}`, phone })).body['id']);
  };
  /** A lead that was merged into another. */
  const lostIn = async (): Promise<string> => {
    const lost = await made(admin);
    await call(test, admin, 'POST', 'leads/merge', { kept_id: await made(admin), lost_ids: [lost] });
    return lost;
  };
  const merged = async (who: Browser): Promise<string> =>
    dataOf(await call(test, who, 'POST', 'leads/merge', { kept_id: await made(who), lost_ids: [await made(who)] }))['merge_id']!;
  const found = async (who: Browser): Promise<string> =>
    dataOf(await call(test, who, 'POST', 'leads/find', { text: '9876543210, 9876543211' }))['id']!;
  const [one, other, lost] = [await world.makeLead(), await world.makeLead(), await world.makeLead()];
  const ended = (await upload(admin)).job;
  const { northstar } = test.fixture.tenants;
  await edit(test, northstar, `update "jobs" set "state" = 'done', "finished_at" = now() where "id" = '${ended}'`);
  await edit(test, northstar, `update "imports" set "state" = 'done', "created" = 1 where "job_id" = '${ended}'`);
  const message = { channel: 'sms', template_id: smsTemplate };
  return {
    'lead-message-templates': { query: { channel: 'sms' } },
    'lead-board': { body: { query: {} } },
    'lead-calendar': { body: { query: {}, from: '2026-03-02', days: 7, each: 3 } },
    'lead-find': { body: { text: '9876543210, asha@example.com' } },
    'lead-found': { params: { id: await found(admin) }, ids: { 'params.id': await found(foreign) } },
    'bulk-preview': {
      params: { resource: 'leads' },
      body: { act: 'message', ids: [one, other, lost], values: message },
      ids: { 'body.ids.*': theirs.lead },
      narrows: true,
    },
    'bulk-changes': { query: { job_id: ended }, ids: { 'query.job_id': theirs.job }, narrows: true },
    'lead-merge': {
      body: { kept_id: one, lost_ids: [lost] },
      ids: { 'body.kept_id': theirs.lead, 'body.lost_ids.*': theirs.lead },
    },
    'lead-unmerge': { body: { merge_id: await merged(admin) }, ids: { 'body.merge_id': await merged(foreign) } },
    'lead-merged-into': { params: { id: await lostIn() }, ids: { 'params.id': theirs.lead } },
    'lead-suspects': {},
    'leads-apart': {
      body: { lead_id: other, other_id: await world.makeLead(), apart: true },
      ids: { 'body.lead_id': theirs.lead, 'body.other_id': theirs.lead },
    },
    'lead-suspect-check': {},
    'lead-upload-pause': {
      params: { job_id: (await upload(admin)).job },
      body: { paused: true },
      ids: { 'params.job_id': theirs.job },
    },
    'lead-upload-undo': { params: { job_id: ended }, ids: { 'params.job_id': theirs.job } },
  };
}
