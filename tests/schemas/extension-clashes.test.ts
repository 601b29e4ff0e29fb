import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { checkNames } from '../../scripts/extension-names';
import { checkPagePlaces, extensionScreens, productScreens } from '../../scripts/screen-places';
import { collectHandlers } from '../../server/calls/all';
import type { Hooks } from '../../server/context/hooks';
import { ownHooks } from '../../server/hooks/own-hooks';
import { reports, resourceNamed, resources } from '../../src/schemas/kit/all';
import { checkMenu } from '../../src/schemas/kit/check-menu';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { Faults } from '../../src/schemas/kit/schema-fault';
import { translated, type Translations } from '../../src/schemas/kit/translations';

const handlers = vi.hoisted(() => ({ files: {} as Record<string, object> }));
vi.mock('virtual:extensions/handlers', () => handlers);

/** The lines that a start says; none where nothing is wrong. */
function said(check: (faults: Faults) => void): string[] {
  const faults = new Faults();
  try {
    check(faults);
    faults.end();
    return [];
  } catch (error) {
    expect(error).toMatchObject({ name: 'SchemaFault' });
    return error instanceof Error ? error.message.split('\n') : [];
  }
}

it('two folders with labels of one resource, or of a choice that there is not', () => {
  const places = new Map([[resourceNamed('streams'), 'streams.ts']]);
  const words = (files: Record<string, { translations: Translations }>): string[] =>
    said((faults) => void translated(places, files, faults));
  const one = { translations: { streams: { label: 'धारा' } } };
  expect(words({ 'a/translations/hi.ts': one })).toEqual([]);
  expect(
    words({ 'a/translations/hi.ts': one, 'b/translations/hi.ts': { translations: { streams: { fields: { name: 'नाम' } } } } }),
  ).toEqual(['b/translations/hi.ts, streams: a/translations/hi.ts has labels of that resource too; keep them in one file']);
  expect(
    words({ 'a/translations/hi.ts': { translations: { streams: { choices: { status: { 1: 'हाँ', 7: 'सात' } } } } } }),
  ).toEqual(["a/translations/hi.ts, streams.status: '7' is not a choice; write '0'"]);
});

it('two folders with one group of the menu, one that the product has, and one behind a group that there is not', () => {
  const groups = (...menuGroups: { name: string; after?: string }[]) => ({ menuGroups });
  const menu = (files: Record<string, { menuGroups: { name: string; after?: string }[] }>): string[] =>
    said((faults) => checkMenu(files, faults));
  expect(menu({ 'a/menu/a.ts': groups({ name: 'Hostel', after: 'Leads' }, { name: 'Mess', after: 'Hostel' }) })).toEqual([]);
  expect(
    menu({
      'a/menu/a.ts': groups({ name: 'Hostel' }, { name: 'Leads' }),
      'b/menu/b.ts': groups({ name: 'Hostel' }, { name: 'Mess', after: 'Lead' }),
    }),
  ).toEqual([
    "a/menu/a.ts, menuGroups: the product has a group 'Leads'; leave it out here",
    "b/menu/b.ts, menuGroups: a/menu/a.ts has a group 'Hostel'; leave it out here",
    "b/menu/b.ts, menuGroups: there is no group 'Lead'; write 'Leads'",
  ]);
});

it('a hook under a name that nobody calls', () => {
  const file: { hooks: object } = { hooks: { beforeInsert: () => {}, afterWrite: async () => {} } };
  expect(said(() => void ownHooks({ 'a/hooks/hostel-rooms.ts': file }, {}))).toEqual([
    expect.stringMatching(/^a\/hooks\/hostel-rooms\.ts, hooks\.beforeInsert: is never run; /),
  ]);
});

it('a hook that forgets to answer is named where it runs', async () => {
  const forgets = { hooks: { beforeCreate: async () => undefined, beforeUpdate: async (patch: object) => patch } };
  const hooks = ownHooks({ 'a/hooks/hostel-rooms.ts': forgets as unknown as { hooks: Hooks } }, {})['hostel-rooms'];
  await expect(hooks?.beforeCreate?.({}, {} as never)).rejects.toThrow(
    'a/hooks/hostel-rooms.ts, hooks.beforeCreate: returned nothing; return what is to be saved',
  );
  expect(await hooks?.beforeUpdate?.({ name: 'A' }, {} as never, {} as never)).toEqual({ name: 'A' });
});

describe('two pages at one path', () => {
  const root = mkdtempSync(join(tmpdir(), 'prospectus-screens-'));
  afterAll(() => rmSync(root, { recursive: true }));
  const folder = (name: string, path: string, more = ''): string => {
    mkdirSync(join(root, name, 'screens/rooms'), { recursive: true });
    writeFileSync(
      join(root, name, 'screens/rooms/screen.ts'),
      `const path = '${path}';
export const screens = [{ path, title: 'Rooms', ${more}menu: { entry: 'Rooms', path: '${path}' }, load: () => import('./rooms') }];`,
    );
    return join(root, name);
  };
  const extensions = (...folders: string[]): Parameters<typeof checkNames>[0] => ({ folders });
  const catalogue = (name: string, path: string): AnyResource => ({
    ...resourceNamed('streams'),
    name,
    menu: { group: 'Setting', path },
  });
  const places = (own: readonly AnyResource[], ...folders: string[]): string[] =>
    said(() =>
      checkPagePlaces({ resources: [...resources, ...own], reports, placeOf: ({ name }) => `${name}.ts` }, [
        ...productScreens(),
        ...extensionScreens(extensions(...folders)),
      ]),
    );

  it('two screens', () => {
    const check = (...folders: string[]): string[] => said(() => void checkNames(extensions(...folders)));
    const [a, b, c] = [folder('a', '/hostel/rooms'), folder('b', '/hostel/rooms'), folder('c', '/hostel/beds')];
    expect(check(a, c)).toEqual([]);
    expect(check(a, b, c)).toEqual([
      expect.stringMatching(
        /b\/screens\/rooms\/screen\.ts, path: \S*a\/screens\/rooms\/screen\.ts has a screen at '\/hostel\/rooms' too/,
      ),
    ]);
    expect(check(folder('d', '/dashboard'))).toEqual([
      expect.stringMatching(/d\/\S+, path: src\/custom\/dashboard\/screen\.ts has a screen at '\/dashboard' too/),
    ]);
  });

  it('a catalogue and a page of the product, unless the page is its own', () => {
    expect(places([])).toEqual([]);
    expect(places([catalogue('desks', '/dashboard')])).toEqual([
      "desks.ts, menu.path: '/dashboard' is the page of src/custom/dashboard/screen.ts; choose another path, or write resource: 'desks' there if it shows this list",
    ]);
    expect(places([catalogue('desks', '/leads')])).toEqual([
      expect.stringContaining('is the page of src/custom/leads/screen.ts'),
    ]);
    expect(places([catalogue('desks', '/quick-report')])).toEqual([
      expect.stringMatching(/^desks\.ts, menu\.path: '\/quick-report' is the page of the report '\S+'; choose another path$/),
    ]);
    expect(places([catalogue('desks', '/employee')])).toEqual([
      "desks.ts, menu.path: '/employee' leads to '/employee/attendance'; choose another path",
    ]);
  });

  it("a catalogue and an extension's screen, unless the screen shows its list", () => {
    const desks = [catalogue('desks', '/hostel/desks')];
    expect(places(desks, folder('e', '/hostel/desks'))).toEqual([
      expect.stringMatching(
        /^desks\.ts, menu\.path: '\/hostel\/desks' is the page of \S*e\/screens\/rooms\/screen\.ts; choose another path/,
      ),
    ]);
    expect(places(desks, folder('f', '/hostel/desks', "resource: 'desks', "))).toEqual([]);
    expect(places(desks, folder('g', '/hostel/desks', "access: { of: 'desks' }, "))).toEqual([]);
    expect(places([], folder('h', '/quick-report'))).toEqual([
      expect.stringMatching(/h\/\S+, path: '\/quick-report' is the page/),
    ]);
  });
});

it('two handlers of one name, in lines without a stack', () => {
  expect(said(() => void collectHandlers())).toEqual([]);
  handlers.files = {
    'a/handlers/rooms.ts': { handlers: { 'rooms.close': () => {} } },
    'b/handlers/rooms.ts': { handlers: { 'rooms.close': () => {} } },
  };
  expect(said(() => void collectHandlers())).toEqual([
    "b/handlers/rooms.ts, handlers: 'rooms.close' has a handler in a/handlers/rooms.ts already; remove one",
  ]);
});
