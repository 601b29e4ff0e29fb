import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sizes } from '../../src/ui/theme/theme';
import { longFunctions } from './function-lengths';
import { findCycle, readSources, type SourceFile } from './imports';

const files = readSources(['src', 'server']);

/** The server's rooms from the bottom up: a room uses only those below it. A new room is a name here and a line in the README. */
const serverFloors = [
  ['domain', 'outbound', 'plugins'],
  ['store'],
  ['config.ts'],
  ['context'],
  ['files', 'measures', 'visits', 'webhooks'],
  ['workforce'],
  ['identity'],
  ['catalogue', 'channels', 'jobs'],
  ['http', 'lead-events', 'live', 'reports'],
  ['applications', 'leads'],
  ['campaigns'],
  ['demo'],
  ['automation', 'dialer', 'operations', 'template.ts'],
  ['hooks', 'operate.ts'],
  ['bulk'],
  ['imports'],
  ['exports'],
  ['calls'],
  ['job-kinds.ts'],
  ['app.ts', 'services.ts'],
  ['serve.ts'],
  ['main.ts'],
];
const serverRoom = (path: string): string | undefined => /^server\/([^/]+)/.exec(path)?.[1];
const serverFloorOf = (path: string): number => serverFloors.findIndex((rooms) => rooms.includes(serverRoom(path) ?? ''));
/** They measure how long something takes or lasts, with the same clock at start and end. */
const lengths = [
  'src/custom/break/use-auto-break.ts',
  'src/custom/dialer-desk/call-panel.tsx',
  'src/custom/dialer-desk/wrap-up.tsx',
  'src/custom/shell/use-fresh-count.ts',
  'src/custom/sign-in/use-countdown.ts',
  'src/custom/wa-client/use-thread.ts',
  'src/custom/work-timer/work-clock.ts',
  'src/custom/work-timer/work-timer.tsx',
  'src/providers/screens/custom-specs.ts',
  'src/providers/calls/http.ts',
  'src/providers/live/live-calls.ts',
  'src/providers/screens/load-page.ts',
  'src/providers/calls/recording.ts',
  'src/ui/time/use-seconds.ts',
  'src/visit-script.ts',
];
/** In the browser the first rule whose pattern fits a path gives its floor; a file may import its own floor and lower ones. */
const floors: readonly (readonly [RegExp, number, string])[] = [
  [/^src\/schemas\//, 0, 'schemas'],
  [/^src\/kinds\/[^/]+\/kind\.ts$|^src\/kinds\/(on-demand\/[^/]+\/)?[^/]+\.ts$/, 0, 'kinds'],
  [/^src\/kinds\//, 1.5, 'kinds (browser and server parts)'],
  [/^src\/(providers|ui)\//, 1, 'providers and ui'],
  [/^src\/resources\//, 2, 'resources'],
  [/^src\/custom\//, 3, 'custom'],
  [/^src\/(app|app-routes|main|early|visit-script)\.tsx?$/, 4, 'app'],
];
const floorOf = (path: string): number => floors.find(([pattern]) => pattern.test(path))?.[1] ?? -1;
const side = (path: string): string => (/^src\/(schemas|kinds)\//.test(path) ? 'ground' : path.split('/')[0]!);
const report = (wrong: readonly string[]): string => wrong.join('\n');

describe('the house', () => {
  it('has a floor for every file', () => {
    const homeless = files
      .filter(({ path }) => (serverRoom(path) ? serverFloorOf(path) : floorOf(path)) < 0)
      .map(
        (file) =>
          `${file.path}: stands in no room; put it in one of README, "How it is laid out", or name its floor in this test`,
      );
    expect(report(homeless)).toBe('');
  });

  it('lets a room of the server use only rooms of lower floors, types included', () => {
    const wrong = files.flatMap((file) =>
      serverRoom(file.path)
        ? [...file.imports, ...file.lazyImports]
            .filter((to) => serverRoom(to) && serverRoom(to) !== serverRoom(file.path))
            .filter((to) => serverFloorOf(to) >= serverFloorOf(file.path))
            .map((to) => `${file.path} imports ${to}, of the same floor or a higher one: move what both need down`)
        : [],
    );
    expect(report(wrong)).toBe('');
    const named = serverFloors.flat();
    expect(named.filter((room) => !existsSync(`server/${room}`))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });

  it('lets no file outside the server’s rooms import from a higher floor', () => {
    const wrong = files
      .filter((file) => !serverRoom(file.path))
      .flatMap((file) =>
        [...file.imports, ...file.lazyImports]
          .filter((to) => floorOf(to) > floorOf(file.path))
          .map((to) => `${file.path} imports ${to}, a higher floor: move what both need down`),
      );
    expect(report(wrong)).toBe('');
  });

  it('lets src and server share only schemas and kinds', () => {
    const wrong = files.flatMap((file) => {
      const own = side(file.path);
      return [...file.imports, ...file.lazyImports]
        .filter((to) => (own === 'ground' ? side(to) !== 'ground' && !isHalf(file) : side(to) !== own && side(to) !== 'ground'))
        .map((to) => `${file.path} imports ${to}`);
    });
    expect(report(wrong)).toBe('');
  });

  it('lets no room of custom import another', () => {
    const room = (path: string): string | undefined => /^src\/custom\/([^/]+)\//.exec(path)?.[1];
    const wrong = files.flatMap((file) =>
      room(file.path)
        ? [...file.imports, ...file.lazyImports]
            .filter((to) => room(to) && room(to) !== room(file.path))
            .map((to) => `${file.path} imports ${to}: move it to ui, providers or schemas`)
        : [],
    );
    expect(report(wrong)).toBe('');
  });

  it('has no import cycle', () => {
    expect(findCycle(files)).toBeNull();
  });

  it('keeps files under 300 lines, tests included', () => {
    const plain = ['tests', 'scripts'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.mjs') && !path.startsWith('.tmp'))
        .map((path) => ({ path: `${folder}/${path}`, lines: readFileSync(`${folder}/${path}`, 'utf8').split('\n').length - 1 })),
    );
    expect(plain.length).toBeGreaterThan(50);
    const long = [...files, ...readSources(['tests', 'scripts']), ...plain].filter(({ lines }) => lines > 300);
    expect(report(long.map(({ path, lines }) => `${path}: ${lines} lines; which two things is it?`))).toBe('');
  });

  it('keeps functions under 100 lines', () => {
    const long = files.flatMap(({ path, text }) => longFunctions(path, text, 100));
    expect(report(long)).toBe('');
  });

  it('gives files names that say what is in them', () => {
    const wrong = files.flatMap((file) => {
      const name = file.path.split('/').at(-1)!;
      const found: string[] = [];
      if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.test|\.d)?\.tsx?$/.test(name)) found.push(`${file.path}: not kebab-case`);
      if (/^(utils?|helpers?|common|misc|index)\b/.test(name) || /[Mm]anager\.tsx?$/.test(name))
        found.push(`${file.path}: the name does not say what it is`);
      return found;
    });
    expect(report(wrong)).toBe('');
  });

  it('has one breakpoint between phone and desktop', () => {
    const near = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.css'))
      .flatMap((path) =>
        [...readFileSync(`src/${path}`, 'utf8').matchAll(/\((?:max|min)-width: (7\d\d[\d.]*)px\)/g)].map(
          ([text]) => `${path} ${text}`,
        ),
      );
    expect(near.length).toBeGreaterThan(5);
    // only the chatbot counts 768 px itself as a phone
    const chatbot = 'chatbot.css (max-width: 768px)';
    const allowed = [`(max-width: ${sizes.narrow - 0.02}px)`, `(min-width: ${sizes.narrow}px)`, chatbot];
    expect(near.filter((one) => !allowed.some((text) => one.endsWith(text)))).toEqual([]);
  });

  it('makes a dialog that is unmounted while open return the focus', () => {
    const whole = files.filter(({ text }) => /<(Modal|Drawer)\b(?=[^>]*\sopen(\s|>))/.test(text));
    expect(whole.length).toBeGreaterThan(10);
    expect(whole.filter(({ text }) => !text.includes('useFocusBack(')).map(({ path }) => path)).toEqual([]);
  });

  it('exports by name only', () => {
    // A page that a screen loads lazily is a default export, because React.lazy asks for one.
    const wrong = files
      .filter((file) => /^export default /m.test(file.text) && !/^src\/custom\/|^src\/resources\//.test(file.path))
      .map((file) => file.path);
    expect(report(wrong)).toBe('');
  });

  it("no file outside src/kinds asks for a kind's name, so that adding a kind touches one folder", () => {
    // allowed: looking up a kind's folder, and naming the kind for the CSS of that folder
    const folder = /\b(browserParts|widgets|filters)\.get\(kind(Matching\(props\.at\))?\.name\)|data-kind=\{kind\.name\}/g;
    const asks = /\bkind\??\.name\b|\bkind(At|Matching)\([^;\n]*\)(\.kind)?\.name\b|\bkind: \{|\{ name[^}]*\} = kind\b/;
    const wrong = files
      .filter(({ path, text }) => !path.startsWith('src/kinds/') && asks.test(text.replace(folder, '')))
      .filter(({ text }) => /kinds\/kind/.test(text))
      .map(({ path }) => `${path}: make the difference a property of the kind (src/kinds/kind.ts)`);
    expect(report(wrong)).toBe('');
    const styles = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.css') && readFileSync(`src/${path}`, 'utf8').includes('[data-kind'),
    );
    expect(styles.filter((path) => !path.startsWith('kinds/'))).toEqual([]);
  });

  it('lets no schema file import another', () => {
    const wrong = files
      .filter((file) => /^src\/schemas\/(?!kit\/)/.test(file.path))
      .flatMap((file) =>
        file.imports
          .filter((to) => /^src\/schemas\/(?!kit\/)/.test(to))
          .map((to) => `${file.path} imports ${to}: name the resource in refs instead`),
      );
    expect(report(wrong)).toBe('');
  });

  it('reads the environment in one place', () => {
    const wrong = files
      .filter((file) => /process\.env/.test(file.text) && file.path !== 'server/config.ts')
      .map((file) => `${file.path} reads process.env; server/config.ts does that`);
    expect(report(wrong)).toBe('');
  });

  it("TRUST-R15 takes the time from the server's clock, and uses the browser's clock only for durations", () => {
    const browser = files.filter(({ path }) => path.startsWith('src/') && path !== 'src/ui/time/server-clock.ts');
    const own = (pattern: RegExp): string[] => browser.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
    expect(own(/new Date\(\)|\bdayjs\(\)/), 'take new Date(serverNow()) of src/ui/time/server-clock.ts').toEqual([]);
    const measure = own(/\bDate\.now\b/).filter((path) => !lengths.includes(path));
    expect(measure, 'take serverNow(), or name the file among those that measure').toEqual([]);
  });

  it('TRUST-S18 writes SQL only through the tagged template', () => {
    const wrong = files
      .filter(
        (file) =>
          file.path.startsWith('server/') &&
          /(?<!sql)`\s*(select|insert into|update|delete from)\s[^`]*\$\{/i.test(file.text) &&
          !file.path.startsWith('server/store/'),
      )
      .map((file) => file.path);
    expect(report(wrong)).toBe('');
  });

  it.each(['antd', 'ajv-formats'])('installs one %s', (name) => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, unknown> };
    const copies = Object.keys(packages).filter((path) => path.endsWith(`node_modules/${name}`));
    expect(copies).toEqual([`node_modules/${name}`]);
  });

  it("installs one copy of antd's style engine, the one whose cache the app fills", () => {
    const copies = ['antd', '@ant-design/cssinjs-utils'].map((name) => `node_modules/${name}/node_modules/@ant-design/cssinjs`);
    expect(copies.filter((path) => existsSync(path))).toEqual([]);
  });

  it('pins exact versions and names no registry host', () => {
    const pack = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;
    const loose = Object.entries({ ...pack['dependencies'], ...pack['devDependencies'] }).filter(
      ([, version]) => !/^\d/.test(version),
    );
    expect(loose).toEqual([]);
    expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved": "https?:/);
  });

  it('has one main landmark per page: the shell, the page of publishers, the frame of the sign-in pages, the chat client in its own frame', () => {
    const withMain = files.filter(({ path }) => path.endsWith('.tsx') && /<main[\s>]/.test(readFileSync(path, 'utf8')));
    expect(withMain.map(({ path }) => path).sort()).toEqual([
      'src/custom/partner/partner-page.tsx',
      'src/custom/shell/shell.tsx',
      'src/custom/sign-in/sign-in-frame.tsx',
      'src/custom/wa-client/client.tsx',
    ]);
  });

  it('keeps each decision on one page', () => {
    const long = readdirSync('docs/adr').filter(
      (name) => name.endsWith('.md') && readFileSync(`docs/adr/${name}`, 'utf8').trim().split('\n').length > 25,
    );
    expect(long).toEqual([]);
  });
});

/** The .tsx files of a kind belong to the browser, server.ts to the server. */
function isHalf(file: SourceFile): boolean {
  return /^src\/kinds\/.*(\.tsx|server\.ts)$/.test(file.path);
}
