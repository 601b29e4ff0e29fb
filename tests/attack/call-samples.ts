import { reports } from '../../src/schemas/kit/all';
import { newId } from '../../server/store/ids';
import { call, edit, signIn, type Answer, type Browser } from '../support/app';
import { automationSamples } from './automation-samples';
import { leadWorkSamples } from './lead-work-samples';
import { listSamples } from './list-samples';
import { inHours, makeWorld, saveStage, type World } from '../leads/lead-world';
import { liveSamples } from './live-samples';
import { marketingSamples } from './marketing-samples';
import { officeSamples } from './office-samples';
import { publisherSamples } from './publisher-samples';
import { profileSamples } from './profile-samples';
import { workforceSamples } from './workforce-samples';

/** A good request of a hand-made call, and the paths in it that hold ids of records ('body.lead_ids.*': a list of ids). */
export interface Sample {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, unknown>;
  readonly body?: Record<string, unknown>;
  /** A CSV of leads, or another file. */
  readonly file?: true | FilePart;
  readonly ids?: Readonly<Record<string, unknown>>;
  /** Only compares the answers for a foreign and an unknown id: the id filters the result and gives no access. */
  readonly narrows?: boolean;
}
export interface CallWorld extends World {
  readonly foreignAdmin: Browser;
  /** Ids of Lakeview's records, by kind. */
  readonly theirs: Readonly<Record<'lead' | 'user' | 'followUp' | 'job' | 'file' | 'source' | 'key', string> & { clg: number }>;
  samples(): Promise<Readonly<Record<string, Sample>>>;
}

export const csv = 'Name,Mobile,Email\nRavi Kale,9876500001,ravi@example.com\n';
export const secretName = 'Zarina Confidential';

export interface FilePart {
  /** The part's name; default: `file`. */
  readonly field?: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}
/** A multipart body with one file. */
export function filePart(file: FilePart, fields: Record<string, string> = {}): { body: Buffer; type: string } {
  const { body, type } = multipart(fields, undefined);
  const edge = /boundary=(.+)/.exec(type)![1]!;
  const { field = 'file', name, type: mime, bytes } = file;
  const head = `--${edge}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${mime}\r\n\r\n`;
  return { body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n${body}`)]), type };
}
export function multipart(fields: Record<string, string>, file: string | undefined): { body: string; type: string } {
  const edge = 'edge-of-a-part';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${edge}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  if (file !== undefined)
    parts.push(
      `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="leads.csv"\r\nContent-Type: text/csv\r\n\r\n${file}\r\n`,
    );
  return { body: `${parts.join('')}--${edge}--\r\n`, type: `multipart/form-data; boundary=${edge}` };
}
const dataOf = (answer: Answer): Record<string, string> => (answer.body as { data?: Record<string, string> }).data ?? {};

/** An API key of that person's tenant, by its id. */
async function makeKey(test: World['test'], who: Browser): Promise<string> {
  const made = await call(test, who, 'POST', 'res/api-keys', { name: `Key ${Math.random()}`, scopes: ['leads:read'] });
  return (made.body as { id: string }).id;
}

export async function makeCallWorld(): Promise<CallWorld> {
  const world = await makeWorld();
  const { test, admin } = world;
  const { tenants, users } = test.fixture;
  const foreignAdmin = await signIn(test, 'admin@lakeview.example');
  await test.store.admin(`begin; set local app.tenant = '${tenants.lakeview}'; set local app.request = 'test';
    insert into colleges (tenant_id, clg_id, clg_name) values ('${tenants.lakeview}', 20001, '${secretName} College'); commit`);
  const upload = async (who: Browser): Promise<{ file: string; job: string }> => {
    const form = multipart({}, csv);
    const file = dataOf(await call(test, who, 'POST', 'leads/upload-csv/preview', form.body, { 'content-type': form.type }))[
      'file_id'
    ]!;
    const mapping = { Name: 'name', Mobile: 'phone' };
    return { file, job: dataOf(await call(test, who, 'POST', 'leads/upload-csv', { file_id: file, mapping }))['job_id']! };
  };
  const lead = (await call(test, foreignAdmin, 'POST', 'res/leads', { name: secretName, phone: '9899999999' })).body as {
    id: string;
  };
  const saved = await saveStage(world, foreignAdmin, lead.id, {
    stage_id: world.foreignStage,
    sub_stage: 'Course explained',
    call_date_time: inHours(world, 2),
  });
  const up = await upload(foreignAdmin);
  const [source] = await world.rows('lead_sources', `tenant_id = '${tenants.lakeview}' order by id limit 1`);
  const theirs = {
    lead: lead.id,
    user: users['counsellor@lakeview.example']!,
    followUp: dataOf(saved)['call_action_id']!,
    ...up,
    source: String(source!['id']),
    clg: 20001,
    key: await makeKey(test, foreignAdmin),
  };
  const own = (await call(test, admin, 'GET', `acl`)).code === 200 ? users['counsellor@northstar.example']! : '';

  return {
    ...world,
    foreignAdmin,
    theirs,
    async samples() {
      const one = await world.makeLead();
      const action = dataOf(
        await saveStage(world, admin, one, {
          stage_id: world.stages['Call back'],
          sub_stage: 'Evening',
          call_date_time: inHours(world, 3),
        }),
      )['call_action_id']!;
      const planned = String(
        (
          await call(test, admin, 'POST', 'res/follow-ups', {
            lead_id: await world.makeLead(),
            call_date_time: inHours(world, 5),
          })
        ).body['id'],
      );
      const [smsTemplate, theirTemplate] = [newId(), newId()];
      for (const [tenant, id] of [
        [tenants.northstar, smsTemplate],
        [tenants.lakeview, theirTemplate],
      ] as const)
        await edit(
          test,
          tenant,
          `insert into sms_templates (tenant_id, id, name, body, status) values ('${tenant}', '${id}', 'Visit ${id}', 'Visit us', 1)`,
        );
      const mine = await upload(admin);
      const again = await upload(admin);
      const mapping = { Name: 'name', Mobile: 'phone' };
      const lists = {
        body: {
          file_id: again.file,
          mapping,
          options: { owner: 'round_robin', owner_ids: [own], source: world.source, clg_id: 10001 },
        },
        ids: {
          'body.file_id': theirs.file,
          'body.options.owner_ids.*': theirs.user,
          'body.options.source': theirs.source,
          'body.options.clg_id': theirs.clg,
        },
      };
      return {
        ...(await leadWorkSamples({ world, foreign: foreignAdmin, theirs, smsTemplate, upload })),
        acl: {},
        me: {},
        'tenant-config': {},
        'auth-log': { body: { by_user: false } },
        'users-by-specific-roles': {},
        // They say when they were counted, so two answers are never the same text; users and colleges only narrow them.
        ...Object.fromEntries(reports.map(({ name }) => [name, { query: {} }])),
        'report-export': { params: { report: 'user-productivity' }, body: { format: 'csv' } },
        'cell-acts': { query: { cell: 'A2;2026-03-02;2026-03-02' } },
        timeline: { query: { limit: 10 }, ids: { 'query.userId': [theirs.user] }, narrows: true },
        'call-generate': {
          body: {
            lead_id: one,
            lead_source_at_stage: world.source,
            last_re_enquired_clg_id: 10001,
            user_selected_college_id: 10001,
            callObj: {
              stage_id: world.stages['Call back'],
              sub_stage: 'Evening',
              clg_id: 10001,
              call_date_time: inHours(world, 5),
              message: String(Math.random()),
            },
          },
          ids: {
            'body.lead_id': theirs.lead,
            'body.lead_source_at_stage': theirs.source,
            'body.last_re_enquired_clg_id': theirs.clg,
            'body.user_selected_college_id': theirs.clg,
            'body.callObj.clg_id': theirs.clg,
            'body.callObj.stage_id': world.foreignStage,
          },
        },
        'pending-follow-ups': { params: { leadId: one }, ids: { 'params.leadId': theirs.lead } },
        'mark-follow-up-done': {
          params: { id: action },
          query: { source: 'followup_list' },
          ids: { 'params.id': theirs.followUp },
        },
        'reopen-follow-up': {
          params: { id: action },
          body: { done_at: '2026-03-12T09:00:00.000Z' },
          ids: { 'params.id': theirs.followUp },
        },
        'follow-up-list': { query: { type: 'all' }, ids: { 'query.user_id': theirs.user }, narrows: true },
        'follow-up-time': {
          query: { at: '2999-01-01T05:30:00Z', user_id: own },
          ids: { 'query.user_id': theirs.user },
          narrows: true,
        },
        'finish-follow-up': { params: { id: action }, body: { outcome: 'spoke' }, ids: { 'params.id': theirs.followUp } },
        'spread-follow-ups': {
          body: { ids: [planned], from: '2999-01-01T05:30:00Z', every_min: 10 },
          ids: { 'body.ids.*': theirs.followUp },
        },
        'calendar-feed': {},
        'renew-calendar-feed': {},
        'end-calendar-feed': {},
        'follow-up-calendar': {
          query: { from: '2999-01-01', to: '2999-01-31', user_id: own },
          ids: { 'query.user_id': theirs.user },
          narrows: true,
        },
        'lead-upload-preview': { file: true },
        'lead-upload-dry-run': lists,
        'lead-upload': lists,
        'lead-upload-status': { params: { job_id: mine.job }, ids: { 'params.job_id': theirs.job } },
        'lead-upload-cancel': { params: { job_id: mine.job }, ids: { 'params.job_id': theirs.job } },
        'lead-reassign': {
          body: { lead_ids: [one, await world.makeLead(), await world.makeLead()], user_id: own },
          ids: { 'body.lead_ids.*': theirs.lead, 'body.user_id': theirs.user },
        },
        'lead-refer': {
          body: {
            lead_ids: [await world.makeLead(), await world.makeLead()],
            to_user_ids: [users['lead@northstar.example']!],
            note: 'x',
          },
          ids: { 'body.lead_ids.*': theirs.lead, 'body.to_user_ids.*': theirs.user },
        },
        'referral-count': {},
        'lead-favourite': { params: { id: one }, body: { value: true }, ids: { 'params.id': theirs.lead } },
        'lead-counts': {},
        'same-lead': { query: { phone: '9876500001', email: 'ravi@example.com' } },
        'lead-journey': { params: { id: one }, query: { limit: 5 }, ids: { 'params.id': theirs.lead } },
        'lead-panel': { params: { id: one }, ids: { 'params.id': theirs.lead } },
        'lead-messages': { params: { id: one }, query: { channel: 'sms' }, ids: { 'params.id': theirs.lead } },
        'lead-message-preview': {
          params: { id: one },
          query: { channel: 'sms', template_id: smsTemplate },
          ids: { 'params.id': theirs.lead },
        },
        'lead-message-send': {
          params: { id: one },
          body: { channel: 'sms', text: `Good day ${Math.random()}` },
          ids: { 'params.id': theirs.lead },
        },
        'lead-owners': { params: { id: one }, ids: { 'params.id': theirs.lead } },
        'lead-field-history': { params: { id: one }, ids: { 'params.id': theirs.lead } },
        'lead-call-figures': { params: { id: one }, ids: { 'params.id': theirs.lead } },
        'template-preview': {
          body: { channel: 'sms', lead_id: one, template: { body: 'Visit us, {{name|there}}' } },
          ids: { 'body.lead_id': theirs.lead },
        },
        'template-test': {
          body: { channel: 'sms', lead_id: one, template_id: smsTemplate, to: '9876543211' },
          ids: { 'body.lead_id': theirs.lead, 'body.template_id': theirTemplate },
        },
        'my-day': {},
        'dashboard-layout': { query: { view: 'day' } },
        'keep-dashboard-layout': { body: { view: 'day', cards: [{ id: 'numbers' }, { id: 'queue' }] } },
        'team-dashboard': {},
        'college-matches': { params: { id: one }, query: { page: 1, fee_to: 500000 }, ids: { 'params.id': theirs.lead } },
        'college-match-choices': {},
        'college-choices': { params: { id: one }, query: { relation: 'shortlisted' }, ids: { 'params.id': theirs.lead } },
        'college-figures': { params: { clg_id: '10001' }, ids: { 'params.clg_id': String(theirs.clg) } },
        'college-pushes': { params: { clg_id: '10001' }, query: { page: 1 }, ids: { 'params.clg_id': String(theirs.clg) } },
        'meeting-links': {},
        ...(await listSamples(test, admin, foreignAdmin)),
        ...(await liveSamples(test)),
        ...(await officeSamples(test)),
        ...(await profileSamples(test, admin, foreignAdmin)),
        ...(await workforceSamples(test, admin, foreignAdmin)),
        ...(await automationSamples({ test, lead: world.makeLead, theirs, owner: own }, admin, foreignAdmin)),
        'api-key-create': { body: { name: `Key ${Math.random()}`, scopes: ['leads:read'] } },
        'api-key-rotate': { params: { id: await makeKey(test, admin) }, ids: { 'params.id': theirs.key } },
        ...(await marketingSamples(test, admin, foreignAdmin)),
        ...(await publisherSamples(test, admin, foreignAdmin)),
        'change-password': { body: { current_password: 'Prospectus#2026', new_password: 'another long pass phrase' } },
      } satisfies Record<string, Sample>;
    },
  };
}
