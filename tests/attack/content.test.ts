import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import { wiresOf, type AnyResource } from '../../src/schemas/kit/resource';
import { writableFields } from '../../src/schemas/kit/validation-schema';
import { call } from '../support/app';
import { makeWorld, saveStage, type World } from '../leads/lead-world';

/** What people put into texts and files. */
const texts = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  `'"><iframe srcdoc="<script>alert(1)</script>">`,
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)} #{1} <%= 1 %>',
  '=HYPERLINK("http://evil.example")',
  '+91 98765 43210',
  "Robert'); DROP TABLE leads;--",
  'नमस्ते 👩‍🎓 ﷽ Ǟ é é',
  '\u202eevil\u202c',
  '\ufeffbom',
  '\\u003cscript\\u003e &lt;b&gt; %3Cscript%3E',
  '</textarea><!-- ]]> -->',
  '__proto__',
  'null',
  '-0',
  '1e309',
];

/** Fields whose values must be unique. */
const uniqueOf = (resource: AnyResource): string[] =>
  [...(resource.unique ?? []), ...(resource.uniqueEverywhere ?? [])].flatMap((one) =>
    typeof one === 'string' ? [one] : 'fields' in one ? [...one.fields] : [...one],
  );

/** The n-th variation of this value: another day, number or word. */
function another(value: unknown, n: number): unknown {
  if (typeof value === 'number') return value + n;
  if (typeof value !== 'string') return value;
  return /^\d{4}-\d\d-\d\d$/.test(value) ? `2020-01-${String(n + 1).padStart(2, '0')}` : `${value}${n}`;
}

describe('texts and files', () => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld();
    await world.test.store.admin(`begin; set local app.tenant = '*'; set local app.request = 'test';
      insert into counters select tenant_id, 'colleges', 20000 from tenant; commit`);
  });
  afterAll(() => world.test.close());

  it('TRUST-S19 every text is stored and answered letter for letter, as JSON that no browser treats as a page', async () => {
    const wrong: string[] = [];
    let kept = 0;
    for (const resource of resources) {
      const generic = wiresOf(resource, 'create').includes(`POST res/${resource.name}`);
      if (!generic || !resource.examples?.length || resource.singleton) continue;
      const plain = writableFields(resource).filter((name) => {
        const field = resource.fields.properties[name]!;
        const free = field.type === 'string' && !field.enum && !field.format && !field.pattern && !resource.refs?.[name];
        return free && !resource.secret?.includes(name) && !resource.options?.[name] && (field.maxLength ?? 0) >= 80;
      });
      if (!plain.length) continue;
      for (const [n, text] of texts.entries()) {
        const values = Object.fromEntries(plain.map((name) => [name, text]));
        const draft: Record<string, unknown> = { ...resource.examples[0], ...values };
        for (const [name, value] of Object.entries(draft))
          if (typeof value === 'string' && value.startsWith('$') && resource.refs?.[name]) delete draft[name];
        if ('phone' in draft) draft['phone'] = `98111${String(10_000 + n)}`;
        if ('email' in draft) draft['email'] = `s19.${resource.name}.${n}@example.com`;
        for (const name of uniqueOf(resource)) if (!plain.includes(name)) draft[name] = another(draft[name], n);
        if ('lead_id' in draft || resource.refs?.['lead_id']) draft['lead_id'] = await world.makeLead();
        if (resource.refs?.['stream_id']) delete draft['stream_id'];
        if (resource.name === 'attendance-corrections') {
          // One open request a day.
          const date = `2020-10-${String(n + 1).padStart(2, '0')}`;
          Object.assign(draft, { date, check_in: `${date}T04:00:00Z`, check_out: `${date}T12:00:00Z` });
        }
        const made = await call(world.test, world.admin, 'POST', `res/${resource.name}`, draft);
        if (made.status !== 200) {
          if (made.status !== 422) wrong.push(`${resource.name} ${JSON.stringify(text)}: ${made.text.slice(0, 200)}`);
          continue;
        }
        const id = String((made.body as { id: unknown }).id);
        const read = wiresOf(resource, 'read').length
          ? await call(world.test, world.admin, 'GET', `res/${resource.name}/${id}`)
          : made;
        for (const name of plain) {
          kept++;
          const stored = read.body[name];
          if (stored !== text && stored !== text.trim())
            wrong.push(`${resource.name}.${name}: ${JSON.stringify(text)} became ${JSON.stringify(stored)}`);
        }
        if (
          !String(read.headers['content-type']).startsWith('application/json') ||
          read.headers['x-content-type-options'] !== 'nosniff'
        )
          wrong.push(`${resource.name}: ${String(read.headers['content-type'])}`);
      }
    }
    expect(wrong.slice(0, 20).join('\n')).toBe('');
    expect(kept).toBeGreaterThan(100);
  });

  it('TRUST-S21 no bad attachment of the corpus is stored, and good ones are served as downloads that cannot run', async () => {
    const lead = await world.makeLead();
    const data = (bytes: Buffer | string, mime = 'application/pdf'): string =>
      `data:${mime};base64,${Buffer.from(bytes).toString('base64')}`;
    const pdf = '%PDF-1.7 x';
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
    const jpg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1]);
    const save = (file: { img: string; ext: string; name: string }) =>
      saveStage(
        world,
        world.counsellor,
        lead,
        { stage_id: world.stages['Enrolled'], sub_stage: 'Seat confirmed', message: String(Math.random()) },
        { files: [file] },
      );
    const bad = [
      ...[
        'exe',
        'html',
        'svg',
        'php',
        'js',
        'gif',
        'zip',
        'docx',
        'pdf.exe',
        'pdf\0',
        'pdf ',
        '',
        '..',
        '__proto__',
        'constructor',
        'toString',
      ].map((ext) => ({ img: data(pdf), ext, name: 'a.pdf' })),
      ...['a.pdf.exe', 'a.html', 'a.svg', 'a.php', 'a.js', 'a.pdf.svg', 'a.PDF.EXE', 'a.htm', 'x/y.sh'].map((name) => ({
        img: data(pdf),
        ext: 'pdf',
        name,
      })),
      ...[
        '<html><script>',
        '<?xml version="1.0"?><svg onload="x"/>',
        'MZ\x90',
        'GIF89a<script>',
        'PK\x03\x04',
        ' %PDF-1.7',
        '\n%PDF-1.7',
        '\ufeff%PDF-1.7',
        '%PDF',
        '%pdf-1.7',
        'x%PDF-1.7',
      ].map((bytes) => ({ img: data(bytes), ext: 'pdf', name: 'a.pdf' })),
      ...['png', 'jpg', 'jpeg'].map((ext) => ({ img: data(pdf), ext, name: `a.${ext}` })),
      { img: data(png), ext: 'jpg', name: 'a.jpg' },
      { img: data(jpg), ext: 'png', name: 'a.png' },
      { img: data(png.subarray(0, 6)), ext: 'png', name: 'a.png' },
      ...[
        '',
        'data:',
        'data:,x',
        'data:application/pdf,JVBERi0=',
        'data:;base64',
        'data:application/pdf;base64,',
        'data:application/pdf;base64,====',
        'data:application/pdf;base64,JVBER i0xLjc=',
        'data:application/pdf;base64,JVBERi0\u0661',
        'http://evil.example/a.pdf',
        'file:///etc/passwd',
        '/etc/passwd',
        `DATA:application/pdf;base64,JVBERi0xLjc=`,
      ].map((img) => ({ img, ext: 'pdf', name: 'a.pdf' })),
      { img: data(Buffer.concat([Buffer.from(pdf), Buffer.alloc(5 * 1024 * 1024)])), ext: 'pdf', name: 'big.pdf' },
      { img: data(pdf), ext: 'pdf', name: 'x'.repeat(201) },
      { img: data(pdf), ext: 'pdf', name: 'a\0.pdf' },
    ];
    const before = [(await world.rows('files', 'true')).length, (await world.rows('call_actions', 'true')).length];
    const taken: string[] = [];
    for (const file of bad) {
      const answer = await save(file);
      if (answer.code !== 422)
        taken.push(`${JSON.stringify({ ...file, img: file.img.slice(0, 60) })}: ${answer.text.slice(0, 120)}`);
    }
    expect(taken.join('\n')).toBe('');
    expect(bad.length).toBeGreaterThan(55);
    expect([(await world.rows('files', 'true')).length, (await world.rows('call_actions', 'true')).length]).toEqual(before);

    const names = [
      '../../../etc/passwd.pdf',
      '..\\..\\boot.pdf',
      '\u202efdp.pdf',
      'a"\r\nset-cookie: x=1.pdf',
      'अंकपत्र 👩‍🎓.pdf',
      "a'; filename=evil.html;.pdf",
      '<script>.pdf',
      '.pdf',
      'con.pdf',
      '%2e%2e%2f.pdf',
    ];
    for (const name of names) {
      const answer = await save({ img: data(`${pdf}<script>alert(1)</script>`, 'text/html'), ext: 'pdf', name });
      expect([name, answer.code]).toEqual([name, 200]);
    }
    const journey = (await call(world.test, world.counsellor, 'GET', `leads/${lead}/journey?limit=100`)).body as unknown as {
      data: { files?: { url: string; name: string }[] }[];
    };
    const files = journey.data.flatMap((entry) => entry.files ?? []);
    expect(files).toHaveLength(names.length);
    for (const file of files) {
      const answer = await call(world.test, world.counsellor, 'GET', file.url);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/^sandbox/),
        'content-disposition': expect.stringMatching(/^attachment; filename="[^"\r\n/\\]*"; filename\*=UTF-8''[^/\\\r\n]*$/),
      });
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(file.name).not.toMatch(/[/\\\r\n\u202e]/);
    }
    const stored = await world.rows('files', `purpose = 'attachment'`);
    for (const { storage_key: key } of stored) expect(String(key)).toMatch(/^[\w-]+\/[\w-]{2}\/[\w-]{32}$/);
  });
});
