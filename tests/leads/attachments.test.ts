import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../support/app';
import { makeWorld, saveStage, type World } from './lead-world';

let world: World;
let id: string;
beforeAll(async () => {
  world = await makeWorld();
  id = await world.makeLead();
});
afterAll(() => world.test.close());

const file = (
  starts: string | Buffer,
  name: string,
  ext = name.split('.').at(-1)!,
  size = 0,
): { img: string; ext: string; name: string } => {
  const bytes = Buffer.concat([Buffer.from(starts), Buffer.alloc(size)]);
  return { img: `data:application/octet-stream;base64,${bytes.toString('base64')}`, ext, name };
};
const pdf = '%PDF-1.7 marksheet';
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2]);
const jpg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]);
const enrol = (files: unknown[]) =>
  saveStage(
    world,
    world.counsellor,
    id,
    { stage_id: world.stages.Enrolled, sub_stage: 'Seat confirmed', message: `${files.length} ${Math.random()}` },
    { files },
  );

describe('attachments', () => {
  it('CALLACTION-058 ENT-061 ENT-062 ENT-063 ENT-064 stores pdf, png, jpg and jpeg and returns each to users who see the lead', async () => {
    const answer = await enrol([file(pdf, 'marks.pdf'), file(png, 'photo.PNG', '.png'), file(jpg, 'a.jpg'), file(jpg, 'b.jpeg')]);
    expect(answer.code, answer.text).toBe(200);
    const stored = await world.rows('files', `"owner_resource" = 'call-actions' order by "id"`);
    expect(stored.map((one) => [one['name'], one['mime']])).toEqual([
      ['marks.pdf', 'application/pdf'],
      ['photo.PNG', 'image/png'],
      ['a.jpg', 'image/jpeg'],
      ['b.jpeg', 'image/jpeg'],
    ]);
    const journey = await call(world.test, world.counsellor, 'GET', `leads/${id}/journey`);
    const entry = (journey.body['data'] as { kind: string; files: { name: string; url: string }[] }[]).find(
      (one) => one.kind === 'call_action',
    )!;
    expect(entry.files.map((one) => one.name)).toEqual(['marks.pdf', 'photo.PNG', 'a.jpg', 'b.jpeg']);
    const bytes = await call(world.test, world.counsellor, 'GET', entry.files[0]!.url.replace(/^\/?(api\/)?/, ''));
    expect(bytes.status).toBe(200);
    expect(bytes.text).toBe(pdf);
    expect(bytes.headers['content-disposition']).toMatch(/^attachment/);
    expect(bytes.headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    ['six files', Array.from({ length: 6 }, (_, i) => file(pdf, `${i}.pdf`)), 'files'],
    ['a file over 5 MiB', [file(pdf, 'big.pdf', 'pdf', 5 * 1024 * 1024)], 'files.0'],
    ['a page that claims to be a picture', [file('<html><script>', 'x.png')], 'files.0'],
    ['a pdf that claims to be a picture', [file(pdf, 'x.jpg')], 'files.0'],
    ['another type', [file('MZ', 'tool.exe')], 'files.0'],
    ['a file name of another type', [file(pdf, 'tool.exe', 'pdf')], 'files.0'],
    ['no data URL', [{ img: 'https://example.com/a.pdf', ext: 'pdf', name: 'a.pdf' }], 'files.0'],
    ['broken base64', [{ img: 'data:application/pdf;base64,JVBERi0x$$$$', ext: 'pdf', name: 'a.pdf' }], 'files.0'],
    ['nothing', [{ img: 'data:application/pdf;base64,', ext: 'pdf', name: 'a.pdf' }], 'files.0'],
  ])('CALLACTION-058 refuses %s', async (_what, files, path) => {
    const before = await world.rows('call_actions', `"lead_id" = '${id}'`);
    const answer = await enrol(files);
    expect(answer.body).toMatchObject({ code: 422, errors: [{ path: expect.stringMatching(new RegExp(`^${path}`)) }] });
    expect(await world.rows('call_actions', `"lead_id" = '${id}'`)).toEqual(before);
  });

  it('CALLACTION-058 accepts exactly 5 MiB', async () => {
    const answer = await enrol([file(pdf, 'full.pdf', 'pdf', 5 * 1024 * 1024 - pdf.length)]);
    expect(answer.code, answer.text).toBe(200);
  });
});
