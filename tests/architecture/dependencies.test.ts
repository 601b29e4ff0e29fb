import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

interface PackageJson {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}
const product = JSON.parse(readFileSync('package.json', 'utf8')) as PackageJson;

/** Entry points of browser and server, and the workers and pages that are built from files of their own. */
const starts = ['src/main.tsx', 'src/early.ts', 'server/main.ts', 'server/operate.ts', 'server/template.ts'];
/** What the npm scripts run, the configuration that their tools read, and the tests. */
const tools = [
  ...Object.values(product.scripts).flatMap((command) => command.match(/\S+\.m?[jt]s\b/g) ?? []),
  'vite.config.ts',
  'vitest.config.ts',
  'playwright.config.ts',
  ...filesBelow('tests').filter((path) => /\.(test\.tsx?|spec\.ts|config\.ts)$/.test(path)),
  'tests/fixtures/refine-pages/main.tsx', // npm run size:refine builds it
  'tests/fixtures/long-form/main.tsx', // npm run bench:form
];
/** Packages that no file imports: the file that runs or needs them, and the text in it that shows this. */
const run: Readonly<Record<string, readonly [file: string, text: string]>> = {
  '@ant-design/icons': ['package.json', '"$@ant-design/icons"'], // antd's own; listed so that `overrides` prevents a second copy
  'es-toolkit': ['vite.config.ts', "replacement: 'es-toolkit/compat/$1'"], // in place of refine's lodash-es
  'happy-dom': ['tests/ui/page-environment.ts', "builtinEnvironments['happy-dom']"],
  oxfmt: ['scripts/test.mjs', 'oxfmt'],
  oxlint: ['scripts/test.mjs', 'oxlint'],
  '@types/node': ['tsconfig.json', '"types": ["node"'],
};

it('every dependency is reached from an entry point of the browser or the server', () => {
  const reached = reachedFrom(starts);
  expect(Object.keys(product.dependencies).filter((name) => !reached.has(name))).toEqual([]);
});

it('every dev dependency is reached from there, from a script or a test, or is a tool that one of them runs', () => {
  const reached = new Set([...reachedFrom(starts), ...reachedFrom(tools)]);
  const idle = Object.keys(product.devDependencies).filter(
    (name) => !reached.has(name) && !isRun(name) && !isTyping(name, reached),
  );
  expect(idle).toEqual([]);
  expect(Object.keys(run).filter((name) => reached.has(name) || !isRun(name))).toEqual([]);
});

it('the entry point of the browser reaches the packages that the product is built on', () => {
  const reached = reachedFrom(['src/main.tsx']);
  const named =
    '@refinedev/core @refinedev/react-router @refinedev/simple-rest @refinedev/react-hook-form react-hook-form react-router react-router-dom ' +
    'antd dayjs @casl/ability @casl/react socket.io-client pusher-js @rjsf/core @rjsf/validator-ajv8 @tanstack/react-query';
  expect(named.split(' ').filter((name) => !reached.has(name))).toEqual([]);
});

it('@refinedev/antd is imported by pages as a customer writes them, and by nothing of the product (ADR 28)', () => {
  expect(reachedFrom(starts)).not.toContain('@refinedev/antd');
  expect(reachedFrom(['tests/fixtures/refine-pages/main.tsx'])).toContain('@refinedev/antd');
  expect(reachedFrom(['tests/fixtures/refine-pages/screen.ts'])).toContain('@refinedev/antd');
});

it('DOM parts come from react-router-dom, everything else of the router from react-router', () => {
  const wrong = filesBelow('src')
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => misplacedRouterParts(path, readFileSync(path, 'utf8')));
  expect(wrong).toEqual([]);
  const code = `import {\n  type To,\n  Link as A,\n} from 'react-router';\nimport { Link, useLocation } from 'react-router-dom';`;
  expect(misplacedRouterParts('x.ts', code)).toEqual(['x.ts: Link is for the DOM', 'x.ts: useLocation is not for the DOM']);
});

it('a package that only a comment, a string or a type names does not count as reached', () => {
  const code = `import type { A } from 'only-typed';\nimport { type B } from 'typed-too';\n// import 'said';\nexport * from 'sent-on';`;
  expect(requestsOf('x.ts', code)).toEqual(['sent-on']);
});

/** What react-router-dom adds to react-router: links, forms, and the routers and hooks that use window or document. */
const domParts =
  /^(Link|NavLink|Form|ScrollRestoration|BrowserRouter|HashRouter|RouterProvider|create(Browser|Hash)Router|createSearchParams|use(SearchParams|LinkClickHandler|Submit|Fetchers?|FormAction|BeforeUnload|ViewTransitionState))$/;

function misplacedRouterParts(path: string, text: string): string[] {
  return parseSync(path, text).module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.flatMap(({ importName, isType }) => {
      const name = importName.name ?? '';
      if (isType) return [];
      if (moduleRequest.value === 'react-router') return domParts.test(name) ? [`${path}: ${name} is for the DOM`] : [];
      return moduleRequest.value !== 'react-router-dom' || domParts.test(name) ? [] : [`${path}: ${name} is not for the DOM`];
    }),
  );
}

function isRun(name: string): boolean {
  const [file, text] = run[name] ?? [];
  return file !== undefined && text !== undefined && readFileSync(file, 'utf8').includes(text);
}

/** `@types/pg` for `pg`: types of a package that is reached. */
const isTyping = (name: string, reached: ReadonlySet<string>): boolean => reached.has(name.replace(/^@types\//, ''));

/** Names of the packages that run when these files do. */
function reachedFrom(entries: readonly string[]): ReadonlySet<string> {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    if (!/\.(m?[jt]s|tsx)$/.test(path) || path.endsWith('.d.ts')) return;
    for (const request of requestsIn(path))
      if (request.startsWith('.')) for (const file of filesOf(path, request)) visit(file);
      else if (!/^(node|virtual):/.test(request)) packages.add(request.split('/', request.startsWith('@') ? 2 : 1).join('/'));
  };
  entries.forEach(visit);
  return packages;
}

const known = new Map<string, readonly string[]>();
/** Those of the file as it stands, which several tests come to. */
function requestsIn(path: string): readonly string[] {
  const requests = known.get(path) ?? requestsOf(path, readFileSync(path, 'utf8'));
  known.set(path, requests);
  return requests;
}

/** What a file imports at run time, at once or later; folders as patterns ('./*\/screen.ts'). */
function requestsOf(path: string, text: string): string[] {
  const { staticImports, staticExports, dynamicImports, importMetas } = parseSync(path, text).module;
  const isNeeded = (entries: readonly { readonly isType: boolean }[]): boolean =>
    entries.length === 0 || entries.some(({ isType }) => !isType);
  const sent = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ isType, moduleRequest }) => (isType || !moduleRequest ? [] : [moduleRequest.value])),
  );
  const quoted = (code: string): string[] => [...code.matchAll(/'([^'\n]+)'/g)].map(([, one]) => one ?? '');
  return [
    ...staticImports.filter(({ entries }) => isNeeded(entries)).map(({ moduleRequest }) => moduleRequest.value),
    ...sent,
    ...dynamicImports.flatMap(({ moduleRequest }) => quoted(text.slice(moduleRequest.start, moduleRequest.end))),
    ...importMetas.flatMap(({ end }) => {
      const rest = text.slice(end);
      return rest.startsWith('.glob') ? quoted(rest.slice(0, rest.search(/\{ (eager|import)/))) : [];
    }),
  ];
}

/** The files of a relative request, or of a pattern with `*`. */
function filesOf(from: string, request: string): string[] {
  const base = relative('.', resolve(dirname(from), request)).replaceAll('\\', '/');
  if (!base.includes('*')) {
    const found = ['', '.ts', '.tsx', '/index.ts']
      .map((end) => base + end)
      .find((one) => existsSync(one) && statSync(one).isFile());
    return found === undefined ? [] : [found];
  }
  const pattern = new RegExp(`^${base.replaceAll('.', '\\.').replaceAll('**', '.+').replaceAll('*', '[^/]+')}$`);
  return filesBelow(base.slice(0, base.indexOf('/*'))).filter((one) => pattern.test(one));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name).replaceAll('\\', '/');
    if (entry.name.startsWith('.')) return [];
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}
