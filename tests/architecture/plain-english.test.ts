import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commentsOf, linesOf, textsOf, type Piece } from './english-pieces';
import { readSources } from './imports';
import { counts, oldSentences } from './old-sentences';

/** Each word with its replacement. */
const everywhere: readonly (readonly [RegExp, string])[] = [
  [/\banew\b/i, 'again'],
  [/\bwhoever\b/i, 'the person who, everyone who'],
  [/\bbeside\b/i, 'next to, with, compared with'],
  [/\btold\b/i, 'notified, reported, shown'],
  [/\bof ours\b/i, 'our'],
  [/\bhangs? on\b/i, 'depends on'],
  [/\breckon(?:s|ed)?\b/i, 'calculate'],
  [/\bis made of\b/i, 'consists of'],
  [/\bwears\b/i, 'has'],
  [/\bwho asks for it\b/i, 'who requests it'],
  [/\be-mails?\b/i, 'email'],
  [/\b(?:some|every|any)body\b/i, 'someone, everyone, anyone'],
  [/(?<!\bthere )\bis no (?!longer\b)/i, 'is not a'],
];
const inTexts: readonly (readonly [RegExp, string])[] = [
  ...everywhere,
  [/\bat most\b/i, 'maximum, up to'],
  [/\b(?:exists|taken|there) already\b/i, 'already exists, is already taken'],
  [/\bany more\b/i, 'no longer'],
];

/** In comments of the browser's code: phrases that describe code as if it were a person or a thing in a room. */
const inBrowser: readonly (readonly [RegExp, string])[] = [
  ...everywhere,
  [/\bstands?\b(?! (?:for|out)\b)/i, 'is, is shown, is mounted, is stored'],
  [/\bnobody's\b/i, 'no one has, is ignored'],
  [/\basked (?:for|of|again)\b/i, 'requested, loaded, called'],
  [/\b(?:is|are|was|were|be) (?:said|hung up|begun)\b/i, 'shown, reported, closed, started'],
  [/\bgo(?:es)? (?:on|along|by|with)\b/i, 'continues, is sent with'],
  [/\bon (?:its|their) way\b/i, 'pending, not loaded yet'],
  [/\b(?:what|that) (?:came|becomes|became) of\b/i, 'the result of'],
  [/\blooks? again\b/i, 'reloads, polls'],
  [/\bin sight\b/i, 'visible'],
  [/\b(?:a|the|second|one) press\b/i, 'click'],
  [/\bhears?\b/i, 'receives'],
  [/(?<!this )\bone's\b/i, "the user's"],
];
/** Words in file names that tell a newcomer nothing, with the terms to use. */
const inFileNames: readonly (readonly [RegExp, string])[] = [
  [/\b(?:kept|keep)\b/, 'stored, daily, schedule'],
  [/\b(?:give|giving)\b/, 'assign'],
  [/\b(?:news|told|tell)\b/, 'events, reports'],
  [/\b(?:thrown|came|shown|waited|slowed)\b/, 'a noun for what the file has'],
  [/\b(?:standing|filling|going)\b/, 'existing, context, worker, queue'],
  [/\b(?:recheck|admit|veiled|verdict|acts)\b/, 'check, authenticate, access, validation, activity'],
  [/\brooms?\b/, 'the thing in the folder; socket rooms are the only rooms'],
];

/** Spellings that are data, and the customer's own texts, which stay as they are. */
const exempt: readonly (readonly [path: string, part: string, why: string])[] = [
  ['server/imports/lead-columns.ts', 'e-mail,', 'names of columns in uploaded files'],
  ['server/store/tables/ddl.ts', '"everybody" on ', 'the name of a policy in existing databases'],
  ['server/store/checks/invariants.ts', 'one pending follow-up per lead at most', 'a check, not a limit of a field'],
  ['src/custom/timeline/timeline-page.tsx', 'changes in this day', "the customer's own text"],
  ['src/ui/conditions/condition-builder.tsx', 'rows joined by', 'the number of a block, not of rows'],
  ['server/http/openapi-shapes.ts', '… changes', 'the title of an event'],
  ['server/store/embedded/template-age.ts', "interval '", 'SQL'],
  ['server/reports/report-query.ts', 'Please select only one date', "the customer's own text"],
];

/** File names that stay: 'room' is Socket.IO's own term. */
const namedRooms = ['server/live/rooms.ts'];

const sources = readSources(['server', 'src/schemas']);
const browser = readSources(['src']).filter(({ path }) => !path.startsWith('src/schemas/'));
const texts = [...sources, ...browser].flatMap(textsOf);
const tools = [
  ...readdirSync('scripts', { recursive: true, encoding: 'utf8' }).map((path) => `scripts/${path}`),
  'playwright.config.ts',
  'vite.config.ts',
]
  .filter((path) => /\.(?:ts|mjs)$/.test(path))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }));
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((path) => `docs/${path}`),
]
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }));

describe('plain English', () => {
  it('in what people read: errors, labels, hints, messages', () => {
    expect(found(texts, inTexts)).toEqual([]);
  });

  it('in place of the old sentences', () => {
    expect(found(texts, oldSentences)).toEqual([]);
  });

  it('in the error of a field: a sentence alone has no full stop, like "Name is required"', () => {
    const errors = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/\binvalid\(\s*[^,]+,\s*(?:'((?:[^'\\]|\\.)*)'|`([^`]*)`)/g)].map(([, plain, built]) => ({
        path,
        line: 1,
        text: plain ?? built!,
      })),
    );
    expect(errors.length).toBeGreaterThan(150);
    expect(found(errors, [[/^(?:(?![.!?:] [A-Z`$]).)*[^.]\.$/s, 'it without the full stop']])).toEqual([]);
  });

  it('in counts: "1 row", not "1 rows" (except in what operations print for an operator)', () => {
    const shown = texts.filter(({ path }) => !path.startsWith('server/operations/'));
    expect(found(shown, counts)).toEqual([]);
  });

  it('in what the scripts say and in their comments', () => {
    expect(found(tools.flatMap(textsOf), inTexts)).toEqual([]);
    expect(found(tools.flatMap(commentsOf), everywhere)).toEqual([]);
  });

  it('in comments of the server and the schema files', () => {
    expect(found(sources.flatMap(commentsOf), everywhere)).toEqual([]);
  });

  it("in comments of the browser's code", () => {
    expect(found(browser.flatMap(commentsOf), inBrowser)).toEqual([]);
  });

  it('in names of files', () => {
    const names = [...sources, ...browser]
      .filter(({ path }) => !namedRooms.includes(path))
      .map(({ path }) => ({ path, line: 1, text: basename(path).replace(/\.tsx?$/, '') }));
    expect(found(names, inFileNames)).toEqual([]);
    expect(namedRooms.filter((path) => !sources.some((file) => file.path === path))).toEqual([]);
  });

  it('in the documents', () => {
    expect(found(documents.flatMap(linesOf), everywhere)).toEqual([]);
  });

  it('exempts only texts that exist', () => {
    expect(exempt.filter(([path, part]) => !texts.some((one) => one.path === path && one.text.includes(part)))).toEqual([]);
  });

  it('finds such words in texts, templates and comments, not in SQL or names', () => {
    const path = 'a.ts';
    const text = [
      "const told = 'Whoever asks';",
      'const b = `${told} was sent anew`;',
      'const c = sql`select 1 -- beside`;',
      '/** Hangs on it. */',
    ].join('\n');
    expect(found(textsOf({ path, text }), inTexts)).toEqual([
      'a.ts:1: "Whoever asks": write the person who, everyone who',
      'a.ts:2: "… was sent anew": write again',
    ]);
    expect(found(commentsOf({ path, text }), everywhere)).toEqual(['a.ts:4: "* Hangs on it. ": write depends on']);
  });

  it('finds a sentence that is split by values and elements', () => {
    const path = 'a.tsx';
    const text = [
      'const a = `We send a ${n}-digit code to your email next.`;',
      'const b = <p>{who} moved <b>owner</b> to {name}</p>;',
      'const c = <span>More {n} fields</span>;',
      "const d = [counted(n, 'row'), `up to ${n} rows`, `${n} rows`];",
    ].join('\n');
    const split = textsOf({ path, text });
    expect(found(split, oldSentences).map((one) => one.slice(0, 9))).toEqual(['a.tsx:1: ', 'a.tsx:2: ', 'a.tsx:3: ']);
    expect(found(split, counts)).toEqual(['a.tsx:3: "More … fields": write counted()', 'a.tsx:4: "… rows": write counted()']);
  });
});

function found(pieces: readonly Piece[], words: readonly (readonly [RegExp, string])[]): string[] {
  return pieces
    .filter(({ path, text }) => !exempt.some(([of, part]) => of === path && text.includes(part)))
    .flatMap(({ path, line, text }) => {
      const wrong = words.find(([word]) => word.test(text));
      return wrong ? [`${path}:${line}: "${around(text, wrong[0])}": write ${wrong[1]}`] : [];
    });
}

/** Cuts a long text to the words around the match. */
const around = (text: string, word: RegExp): string =>
  text.length < 160 ? text : text.slice(Math.max(0, text.search(word) - 40), text.search(word) + 80);
