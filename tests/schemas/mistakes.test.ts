import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import { checkResource } from '../../src/schemas/kit/check-resource';
import { checkTogether } from '../../src/schemas/kit/check-together';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { resourcesOf } from '../../src/schemas/kit/schema-files';
import { Faults } from '../../src/schemas/kit/schema-fault';
import { mistakes } from './mistakes';
// @ts-expect-error plain JavaScript without types
import { refusalOf, resourceFile } from '../../scripts/new-resource.mjs';

const folder = resolve('tests/.tmp/mistakes');
const fileOf = resourceFile as (name: string) => string;
const good = fileOf('hostel-rooms');

/** Like kit/all.ts: each file by itself, then all together. A resource of the same name that a developer added is left out. */
function start(files: Record<string, Record<string, unknown>>): void {
  const faults = new Faults();
  const { places, unread } = resourcesOf(files, faults);
  const names = [...places.keys()].map(({ name }) => name);
  checkTogether([...resources.filter(({ name }) => !names.includes(name)), ...places.keys()], places, { faults, unread });
}

let marked = new Map<string, string>();
beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const kit = resolve('src/schemas/kit');
  const write = (name: string, text: string): void =>
    writeFileSync(join(folder, `${name}.ts`), text.replaceAll("'../kit/", `'${kit}/`));
  write('good', good);
  for (const [at, [, find, put]] of mistakes.entries())
    write(
      `m${at}`,
      good.replace(find, () => put),
    );
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: resolve('tsconfig.json'),
      // the kinds add the values of `widget`, as in an editor that has the whole project open
      include: ['*.ts', resolve('src/kinds/**/kind.ts')],
      compilerOptions: { noEmit: true, types: ['vite/client'] },
    }),
  );
  const run = spawnSync('npx', ['tsc', '--noEmit', '-p', folder], { encoding: 'utf8' });
  marked = new Map([...run.stdout.matchAll(/(?:^|\/)(\w+)\.ts\(\d+,\d+\): error (.*)/gm)].map((match) => [match[1]!, match[2]!]));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a wrong schema file', () => {
  it.each(mistakes.map((row, at) => [row[0], at] as const))(
    '%s: fails at start, with file, key and what to write instead',
    async (_, at) => {
      const [, find, put, says] = mistakes[at]!;
      expect(good.replace(find, () => put)).not.toBe(good);
      const file = (await import(/* @vite-ignore */ join(folder, `m${at}.ts`))) as Record<string, unknown>;
      expect(() => start({ '../settings/hostel-rooms.ts': file })).toThrow(says);
      expect(() => start({ '../settings/hostel-rooms.ts': file })).toThrow(/^src\/schemas\/settings\/hostel-rooms\.ts[,:] /);
    },
  );

  it('is marked in the editor wherever the compiler can see it', () => {
    expect(marked.has('good')).toBe(false);
    const unmarked = mistakes.flatMap(([what, , , , inEditor], at) => (inEditor && !marked.has(`m${at}`) ? [what] : []));
    expect(unmarked).toEqual([]);
  });

  it('is named in the error', () => {
    const wrong = {
      name: 'rooms',
      label: 'Room',
      access: 'nobody',
      fields: { type: 'object', additionalProperties: false, properties: {} },
      columns: ['x'],
    };
    expect(() => checkResource(wrong as unknown as AnyResource)).toThrow(/^schema 'rooms', columns: 'x' is not a field/);
    const copied = {
      ...wrong,
      columns: [],
      fields: { ...wrong.fields, properties: { a: { type: 'string' }, b: { type: 'string' } } },
      refs: { a: 'colleges', b: { to: 'streams', copyOf: 'a' } },
    };
    expect(() => checkResource(copied as unknown as AnyResource)).toThrow(
      /^schema 'rooms', refs.b: is a copy of 'a', which is not a reference to 'streams'/,
    );
    const asked = { ...copied, refs: { a: 'forms' }, ui: { b: { widget: 'answers', questionsOf: 'b' } } };
    expect(() => checkResource(asked as unknown as AnyResource)).toThrow(
      /^schema 'rooms', ui.b.questionsOf: must be a reference; write 'a'/,
    );
  });

  it('with an unknown reference or a name or page in use fails once all files are loaded', () => {
    const make = (name: string, more: object = {}): AnyResource =>
      ({
        name,
        label: name,
        access: 'nobody',
        fields: { type: 'object', additionalProperties: false, properties: { a: { type: 'string' } } },
        ...more,
      }) as AnyResource;
    expect(() => checkTogether([make('rooms'), make('rooms')])).toThrow(/schema 'rooms', name: 'rooms' is already used/);
    expect(() => checkTogether([make('rooms', { refs: { a: 'colege' } }), make('colleges')])).toThrow(
      /refs\.a: there is no resource 'colege'; write 'colleges'/,
    );
    const rows = (type: string): object => ({
      fields: {
        type: 'object',
        additionalProperties: false,
        properties: { a: { type: 'array', items: { type: 'object', properties: { b: { type } } } } },
      },
      refs: { 'a.*.b': 'beds' },
      examples: [{ a: [{ b: '$bed' }] }],
    });
    expect(() => checkTogether([make('rooms', rows('integer')), make('beds')])).toThrow(
      /fields\.a\.\*\.b\.type: the key of beds is a text; write type: 'string'/,
    );
    expect(() => checkTogether([make('rooms', rows('string')), make('beds')])).toThrow(
      /examples\.0\.a\.\*\.b: there is no resource 'bed'; write 'beds'/,
    );
    const holds = (field: string, more: object = {}): AnyResource[] => [
      make('rooms', { holds: { beds: field } }),
      make('beds', { refs: { a: 'rooms' }, ...more }),
    ];
    expect(() => checkTogether(holds('b'))).toThrow(/holds\.beds: 'b' of beds does not refer to rooms/);
    expect(() => checkTogether(holds('a'))).toThrow(/holds\.beds: 'a' is not in filter of beds; add it there/);
    expect(() => checkTogether(holds('a', { filter: ['a'] }))).not.toThrow();
    expect(() => checkTogether(holds('a').slice(0, 1))).toThrow(/holds\.beds: there is no resource 'beds'/);
    expect(() => checkTogether([make('rooms', { options: { a: { of: 'x', store: 'value' } } })])).toThrow(
      /options\.a: there is no resource 'x'/,
    );
    expect(() => checkTogether([make('rooms', { ui: { a: { fieldsOf: 'leed' } } }), make('leads')])).toThrow(
      /ui\.a\.fieldsOf: there is no resource 'leed'; write 'leads'/,
    );
    expect(() => checkTogether([make('rooms', { checks: ['no such'] })])).toThrow(/checks: 'no such' is not in kit\/checks\.ts/);
    expect(() => checkTogether([make('a', { menu: { path: '/x' } }), make('b', { menu: { path: '/x' } })])).toThrow(
      /'\/x' is the page of 'a'/,
    );
    expect(() =>
      checkTogether([make('a', { menu: { path: '/x', tab: 'A' } }), make('b', { menu: { path: '/x?tab=b', tab: 'B' } })]),
    ).toThrow(/schema 'b', menu\.path: '\/x\?tab=b' is the page of 'a'; choose another path/);
  });
});

describe('the mistakes of several files', () => {
  const file = (name: string, more: object): Record<string, Record<string, unknown>> => ({
    [`../settings/${name}.ts`]: {
      one: {
        name,
        label: name,
        access: 'nobody',
        fields: { type: 'object', additionalProperties: false, properties: { a: { type: 'string' } } },
        ...more,
      },
    },
  });

  it('are reported at one start, a line for each, without a stack', () => {
    const files = {
      ...file('rooms', { columns: ['x'], filter: ['y'] }),
      ...file('beds', { sort: ['z'] }),
      '../settings/no.ts': {},
      ...file('keys', { label: '', columns: 7 }),
      ...file('desks', { refs: { a: 'rom' } }),
      ...file('chairs', { refs: { a: 'keys' } }),
    };
    const fault = thrownBy(() => start(files));
    expect(fault.message.split('\n')).toEqual([
      expect.stringMatching(/^src\/schemas\/settings\/rooms\.ts, columns: 'x' is not a field/),
      expect.stringMatching(/^src\/schemas\/settings\/rooms\.ts, filter: 'y' is not a field/),
      expect.stringMatching(/^src\/schemas\/settings\/beds\.ts, sort: 'z' is not a field/),
      expect.stringMatching(/^src\/schemas\/settings\/no\.ts: exports no resource/),
      expect.stringMatching(/^src\/schemas\/settings\/keys\.ts, label: must say what one record is/),
      expect.stringMatching(/^src\/schemas\/settings\/keys\.ts, columns: must be a list/),
      expect.stringMatching(/^src\/schemas\/settings\/desks\.ts, refs\.a: there is no resource 'rom'/),
    ]);
    expect(fault.stack).toBe(fault.message);
  });

  it('include records that could never be the first', () => {
    const needs = (to: string): object => ({
      fields: { type: 'object', required: ['a'], additionalProperties: false, properties: { a: { type: 'string' } } },
      refs: { a: to },
    });
    expect(() => start({ ...file('rooms', needs('beds')), ...file('beds', needs('rooms')) })).toThrow(
      /rooms\.ts, fields\.required: 'a' needs a record of beds, which needs one of rooms: neither could be the first/,
    );
    expect(() => start(file('nodes', needs('nodes')))).toThrow(/nodes\.ts, fields\.required: 'a' refers to nodes itself/);
    expect(() => start({ ...file('rooms', needs('beds')), ...file('beds', { refs: { a: 'rooms' } }) })).not.toThrow();
  });
});

function thrownBy(work: () => void): Error {
  try {
    work();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing was thrown');
}

describe('npm run new:resource', () => {
  it('writes a file that loads, compiles and is formatted', async () => {
    expect(marked.has('good')).toBe(false);
    const { hostelRooms } = (await import(/* @vite-ignore */ join(folder, 'good.ts'))) as { hostelRooms: AnyResource };
    expect(hostelRooms).toMatchObject({
      name: 'hostel-rooms',
      label: 'Hostel room',
      menu: { tab: 'Hostel rooms', path: '/config/hostel-rooms' },
    });
    const style = mkdtempSync(join(tmpdir(), 'prospectus-style-'));
    for (const name of [
      'hostel-rooms',
      'fee-categories',
      'hostel-addresses',
      'bus-passes',
      'staff',
      'a-really-long-name-of-a-catalogue-that-somebody-wants',
    ])
      writeFileSync(join(style, `${name}.ts`), fileOf(name));
    const format = spawnSync('npx', ['oxfmt', '--check', '-c', resolve('.oxfmtrc.json'), style], { encoding: 'utf8' });
    rmSync(style, { recursive: true });
    expect([format.status, format.stdout + format.stderr]).toEqual([0, expect.any(String)]);
  });

  it('finds the singular, and an irregular plural', () => {
    expect(fileOf('fee-categories')).toContain("label: 'Fee category',\n  plural: 'Fee categories',");
    expect(fileOf('bus-passes')).toContain("label: 'Bus pass',\n  plural: 'Bus passes',");
    expect(fileOf('staff')).toContain('export type StaffRow = Row<typeof staff>;');
  });

  it('refuses a wrong place with a message', () => {
    const refuse = refusalOf as (place: string | undefined, areas: string[], taken: string[]) => string | undefined;
    const at = (place?: string) => refuse(place, ['settings'], ['states']);
    expect(at('settings/rooms')).toBeUndefined();
    expect(at()).toMatch(/npm run new:resource <area>\/<name>/);
    expect(at('hostel/rooms')).toBe("There is no area 'hostel'; one of settings");
    expect(at('settings/Rooms')).toMatch(/kebab-case/);
    expect(at('settings/states')).toMatch(/already/);
    expect(at('settings/../x')).toMatch(/Say where/);
  });
});
