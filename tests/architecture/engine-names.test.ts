import { describe, expect, it } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import { tableName } from '../../server/store/identifiers';
import { readSources } from './imports';

/**
 * The engine does what schema files say, so it names none of them: what is special about a resource is a key of its schema file
 * (docs/guides/add-a-resource.md); the resources that it needs itself are named in kit/named-resources.ts and kit/roles.ts.
 */
const engine =
  /^src\/(resources|kinds|providers|ui|schemas\/kit)\/|^server\/(catalogue|store|bulk|exports|http|identity|live)\/|^server\/imports\/resource-/;
const files = readSources(['src', 'server']).map(({ path, text }) => ({ path, code: withoutComments(text) }));

type Exception = readonly [file: RegExp, names: readonly string[], why: string];

/** Names that also have another meaning: a scope and a store, the control of a form, keys of conditions. */
const alsoWords = new Set(['tenant', 'files', 'rules', 'calls', 'notes', 'forms', 'payments']);
const mayName: readonly Exception[] = [
  [/^src\/schemas\/kit\/lead-journey\.ts$/, ['leads'], 'a Stage Tag of that name'],
  [/^src\/schemas\/kit\/lead-page\.ts$/, ['lead-owner-history'], 'the address of a tab, which was specified'],
  [
    /^src\/schemas\/kit\/named-resources\.ts$/,
    [
      'users',
      'leads',
      'applications',
      'custom-fields',
      'orders',
      'document-verifications',
      'queries',
      'targets',
      'announcements',
      'call-actions',
      'lead-captures',
      'site-visits',
    ],
    'the place where the names are',
  ],
  [/^src\/schemas\/kit\/check-(resource|shape)\.ts$/, ['sms-templates'], 'an example inside of a sentence'],
  [
    /^src\/schemas\/kit\/condition-columns\.ts$/,
    ['users', 'cities', 'colleges', 'courses', 'lead-sources', 'lead-stages', 'states', 'streams'],
    'the closed list of what conditions ask of a lead: data, as a schema file is',
  ],
  [
    /^src\/schemas\/kit\/(dimensions|measures|lead-measures|measure-kinds)\.ts$/,
    [
      'analytics-properties',
      'auth-logs',
      'call-actions',
      'campaign-costs',
      'colleges',
      'courses',
      'follow-ups',
      'lead-captures',
      'dialer-lists',
      'lead-sources',
      'lead-stages',
      'leads',
      'orders',
      'publishers',
      'queries',
      'teams',
      'users',
    ],
    'the closed list of what reports count and group by: data, as a schema file is',
  ],
  [
    /^src\/resources\/board\/cell-links\.ts$/,
    ['lead-activity', 'calls-history'],
    'lists that have a page for the rows of numbers',
  ],
  [/^src\/kinds\/actions\/widget\.tsx$/, ['users', 'lead-stages'], 'the closed list of what a rule does with a lead: data'],
  [
    /^src\/providers\/calls\/(lead|follow-up)-calls\.ts$/,
    ['leads', 'call-actions', 'follow-ups', 'lead-referrals'],
    "the lead's own calls, for its hand-made screens",
  ],
  [/^src\/ui\/leads\/call-action\//, ['leads'], 'a group of stages, as the wire names it'],
  [/^server\/exports\/export-records\.ts$/, ['csv-exports'], 'the owner of the files that this room writes'],
  [/^server\/live\/(live-server|rights)\.ts$/, ['users', 'teams'], 'tables whose rows say what a connection may hear'],
  [
    /^server\/store\/tables\/routines\.ts$/,
    ['users', 'jobs', 'webhooks', 'widgets'],
    'functions that run before the tenant is known, each with the tables it reads',
  ],
];

/** Tables that the engine itself writes or decides rights by. */
const own = [
  'users',
  'users_roles',
  'teams',
  'tenant',
  'custom_fields',
  'files',
  'jobs',
  'job_rows',
  'imports',
  'import_rows',
  'csv_exports',
  'notifications',
  'notification_preferences',
  'shifts',
  'auth_logs',
  'api_key_hashes',
  'otp_codes',
  'refresh_tokens',
  'revoked_tokens',
  'sign_ins',
];
const mayRead: readonly Exception[] = [
  [/^server\/live\/announce\.ts$/, ['announcements'], 'announcements that are due are told here'],
  [/^server\/live\/incoming-call\.ts$/, ['calls'], 'a call that rings is told here'],
  [/^server\/live\/reminders\.ts$/, ['calls', 'follow_ups', 'leads', 'notes'], 'follow-ups and notes that are due are told here'],
  [/^server\/live\/missed-call\.ts$/, ['calls', 'leads'], 'a call that nobody takes ends here'],
  [/^server\/live\/meeting-reminders\.ts$/, ['leads', 'virtual_meetings'], 'meetings that begin soon are told here'],
  [
    /^server\/store\/checks\/invariants\.ts$/,
    ['call_actions', 'follow_ups', 'leads'],
    'what must hold of leads, asked by verify',
  ],
  [
    /^server\/store\/tables\/routines\.ts$/,
    ['analytics_properties', 'api_keys', 'forms', 'short_urls', 'webhook_deliveries', 'webhook_states', 'webhooks', 'widgets'],
    'functions that run before the tenant is known, each with the tables it reads',
  ],
];

/** The demo creates its users by role number. */
const saysWho = /^server\/demo\//;
/** A role or a level compared with numbers: `role === 1`, `["role"] <= 3`, "role" = 1 in SQL, `[3, 4].includes(row.role)`. */
const byNumber =
  /\b(?:role|base_role|level)\b['"\])?]*\s*(?:\?\? \d+\)\s*)?(?:[!=]==?|[<>]=?|=|in \()\s*\d|\[\d[\d, ]*\]\.includes\([^;\n]*?\b(?:role|base_role|level)\b/g;

describe('the engine', () => {
  it('names no resource', () => {
    const names = resources.map(({ name }) => name).filter((name) => !alsoWords.has(name));
    const quoted = new RegExp(`(?<!\\w\\[|queryKey: \\[)'(${names.join('|')})'|resourceNamed\\('([\\w-]+)'\\)`, 'g');
    expect(wrong(quoted, mayName, 'make it a key of the schema file, or name it in kit/named-resources.ts')).toEqual([]);
  });

  it('reads only the tables that it is built on', () => {
    const tables = resources.map((one) => tableName(one)).filter((name) => !own.includes(name));
    const read = new RegExp(`(?:from|join|into|update)\\s+"(${tables.join('|')})"`, 'gi');
    expect(
      wrong(read, mayRead, 'take the table of the resource at hand, or move the statement to the room it belongs to'),
    ).toEqual([]);
  });

  it('compares no role with a number, nor does any hook, call or screen', () => {
    const places = files.filter(({ path }) => !saysWho.test(path) && !/^src\/schemas\/(?!kit\/)/.test(path));
    const found = places.flatMap(({ path, code }) => (code.match(byNumber) ?? []).map((what) => `${path}: ${what}`));
    expect(found.map((one) => `${one}: ask isAdministrator() or another right of kit/roles.ts`)).toEqual([]);
  });

  it('is searched with a pattern that finds each way to compare a role', () => {
    const samples = [
      'session.role === 1',
      "before?.['role'] !== 1",
      'admin."role" = 1',
      'row.level <= 3',
      '(own?.level ?? 9) > 3',
      '[3, 4, 5].includes(Number(row.role))',
    ];
    expect(samples.filter((one) => !one.match(byNumber))).toEqual([]);
  });
});

/** Every use of a name in the engine that no exception allows, and every exception that is no longer needed. */
function wrong(pattern: RegExp, exceptions: readonly Exception[], instead: string): string[] {
  const found = files
    .filter(({ path }) => engine.test(path))
    .flatMap(({ path, code }) => [...code.matchAll(pattern)].map(([, one, other]) => ({ path, name: one ?? other! })));
  const idle = exceptions.flatMap(([file, names]) =>
    names
      .filter((name) => !found.some((one) => file.test(one.path) && one.name === name))
      .map((name) => `${file.source} needs no '${name}'`),
  );
  const refused = found.filter(({ path, name }) => !exceptions.some(([file, names]) => file.test(path) && names.includes(name)));
  return [...refused.map(({ path, name }) => `${path} names '${name}': ${instead}`), ...idle];
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/ .*$/gm, '');
}
