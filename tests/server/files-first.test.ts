import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/store/ids';
import { filePart, type FilePart } from '../attack/call-samples';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { actor } from '../support/database';

const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from('0000006400000064', 'hex'),
  Buffer.alloc(40),
]);
const csv = Buffer.from('Name,Mobile\nRavi Kale,9876500001\n');
/** A second of silence. */
const wav = Buffer.alloc(44 + 8000);
wav.write('RIFF', 0);
wav.write('WAVEfmt ', 8);
wav.writeUInt32LE(8000, 28);
wav.write('data', 36);
wav.writeUInt32LE(8000, 40);
const announcement = { title: 'Shifts', body: 'New', starts_at: '2026-03-10T00:00:00.000Z', attachment: 'upload:attachment' };
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><path d="M0 0"/></svg>';
const dataUrl = (mime: string, bytes: Buffer): string => `data:${mime};base64,${bytes.toString('base64')}`;

/** TRUST-S35: the embedded database has one connection, and here the file store answers only after another transaction on it. */
describe('files are stored before the transaction of their row', () => {
  let test: TestApp;
  let admin: Browser;
  let tenant: string;
  let stage: string;
  let lead: string;
  let kept = 0;
  beforeAll(async () => {
    test = await build();
    admin = await signIn(test, 'admin@northstar.example');
    tenant = test.fixture.tenants.northstar;
    [stage, lead] = [newId(), newId()];
    await edit(
      test,
      tenant,
      `insert into lead_stages (tenant_id, id, stage_name, sub_stages) values ('${tenant}', '${stage}', 'Hot', '[]')`,
    );
    await edit(
      test,
      tenant,
      `insert into leads (tenant_id, id, name, phone) values ('${tenant}', '${lead}', 'Asha', '+919876543210')`,
    );
    await edit(
      test,
      tenant,
      `update tenant set description = 'Consultants', estd_year = 2009, phone = '9000000001', address1 = '4th floor', country = 'India',
         state = 'Maharashtra', city = 'Pune', base_url = 'https://northstar.example', pan_number = 'AAACN1234F',
         cin_number = 'U80301MH2009PTC123456', gst_number = '27AAACN1234F1Z5'`,
    );
    const storeBytes = test.services.files.store.bind(test.services.files);
    test.services.files.store = async (tenantId, source) => {
      const bytes = await storeBytes(tenantId, source);
      await test.store.transaction(actor(tenant), async () => undefined);
      kept++;
      return bytes;
    };
  });
  afterAll(() => test.close());

  const send = (path: string, part: FilePart, fields: Record<string, string> = {}): Promise<Answer> => {
    const form = filePart(part, fields);
    return call(test, admin, 'POST', path, form.body, { 'content-type': form.type });
  };
  const rows = { name: 'rows.csv', type: 'text/csv', bytes: csv };
  const picture = { name: 'a.png', type: 'image/png', bytes: png };
  const callers: Record<string, () => Promise<Answer>> = {
    'the preview of a CSV of leads': () => send('leads/upload-csv/preview', rows),
    'a CSV of leads': () => send('leads/upload-csv', rows),
    'the preview of an import': () => send('res/streams/import', { ...rows, bytes: Buffer.from('Name\nLaw\n') }),
    'a file of a campaign': () => send('lead-gen/s3-upload', picture),
    'a file ahead of its record': () => send('res/finances/upload', picture, { field: 'attachment' }),
    'a file in a form': () => send('res/announcements', { ...picture, field: 'attachment' }, announcement),
    'a recording as text': () =>
      call(test, admin, 'POST', 'save-voice-files', { name: 'Hello', file: dataUrl('audio/wav', wav) }),
    'a photo': () => call(test, admin, 'PUT', 'users/profile', { photo: dataUrl('image/png', png) }),
    'a logo': () => send(`update_tenant/${tenant}`, { ...picture, field: 'logo_image' }),
    'a drawn logo': () =>
      send(`update_tenant/${tenant}`, { name: 'a.svg', type: 'image/svg+xml', bytes: Buffer.from(svg), field: 'logo_image' }),
    'an attachment of a call action': () =>
      call(test, admin, 'POST', 'callGenerate', {
        lead_id: lead,
        callObj: { stage_id: stage, message: 'With a file' },
        files: [{ img: dataUrl('image/png', png), ext: 'png', name: 'a.png' }],
      }),
    'a file for a chat': () => send('whatsapp/upload/image', picture),
  };
  it.each(Object.keys(callers))('TRUST-S35 %s', async (name) => {
    const before = [kept, await filesOf()];
    const answer = await callers[name]!();
    expect([answer.code, answer.body.errors]).toEqual([200, undefined]);
    expect([kept, await filesOf()]).toEqual([before[0]! + 1, before[1]! + 1]);
  });
  const filesOf = async (): Promise<number> => Number((await test.store.admin('select count(*) as n from files'))[0]!['n']);
});
