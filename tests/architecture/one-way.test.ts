import { describe, expect, it } from 'vitest';
import { readingEffects } from './effect-reads';
import { readSources } from './imports';

/** Hooks that only the listed files may import (docs/adr/0029-one-way-to-read.md). */
const ways: readonly (readonly [name: string, files: readonly string[], instead: string])[] = [
  ['useQuery', ['src/providers/calls/use-call.ts'], "useCall, or refine's useList and useOne"],
  ['useQueries', [], 'useCall'],
  ['useInfiniteQuery', ['src/providers/calls/use-call-pages.ts'], 'useCallPages'],
  ['useSyncExternalStore', ['src/providers/store.ts'], 'useStore'],
];

/** Functions that send a request without a contract; a page uses a typed call instead. */
const untyped = /^import [^;]*(?:\bsend(?:Wire|Form)\b|calls\/http')/m;
/** Pages that may, each with its reason. */
const ownRequests: Readonly<Record<string, string>> = {
  'src/custom/docs/try-it.tsx': "sends what the reader typed to the API, with the reader's own key",
};

/** Effects that make a request and set a state, each with its reason. */
const ownReads: Readonly<Record<string, string>> = {
  'src/custom/second-factor/second-factor-modal.tsx': 'sends a code: a write, once per dialog',
  'src/custom/whatsapp/use-frame-token.ts': 'creates a ticket: a write, one for each address of the frame',
  'src/custom/wa-client/use-thread.ts':
    'pages by number, which every arrival moves: the newest is joined with the older ones by id, and files keep their addresses',
  'src/providers/screens/use-resource.ts': "waits for a resource's code, which its custom fields come with",
  'src/providers/session/use-permissions-resolved.ts': 'the permissions are part of the session, which exists before any page',
};

describe('one way', () => {
  it('to read, to read on and to follow a value', () => {
    const wrong = readSources(['src']).flatMap(({ path, text }) =>
      ways
        .filter(([name, files]) => new RegExp(`^import [^;]*\\b${name}\\b`, 'm').test(text) && !files.includes(path))
        .map(([name, , instead]) => `${path} imports ${name}; take ${instead}`),
    );
    expect(wrong).toEqual([]);
  });

  it('to send: a page names a contract or a resource, not a path', () => {
    const sends = ({ text }: { readonly text: string }): boolean =>
      untyped.test(text) || /\bfetch\(/.test(text.replace(/`[\s\S]*?`/g, ''));
    const pages = readSources(['src/custom']);
    expect(pages.filter(sends).map(({ path }) => path)).toEqual(Object.keys(ownRequests));
    const wrong = [
      "import { request } from '../../providers/calls/http';",
      "import { sendWire } from '../../providers/calls/call';",
    ];
    expect(
      [...wrong, "fetch('/api/leads')", "import { call } from '../../providers/calls/call';"].map((text) => sends({ text })),
    ).toEqual([true, true, true, false]);
  });

  it('to load: no effect reads into a state of its own', () => {
    expect(readingEffects(readSources(['src']))).toEqual(Object.keys(ownReads).sort());
    const own = `import { useEffect, useState } from 'react';
      import { loadPlan } from './plan';
      export function usePlan(id: string) {
        const [plan, setPlan] = useState<string>();
        const keep = (next: string): void => setPlan(next);
        useEffect(() => void loadPlan(id).then(keep), [id]);
        return plan;
      }`;
    const loads =
      "import { call } from './call';\nexport const loadPlan = async (id: string) => (await call(plan, { id })).data;";
    const writes = own.replace(
      'useEffect(() => void loadPlan(id).then(keep), [id])',
      'const save = () => loadPlan(id).then(keep)',
    );
    const found = (text: string) =>
      readingEffects([
        { path: 'use-plan.ts', text },
        { path: 'plan.ts', text: loads },
      ]);
    expect([found(own), found(writes)]).toEqual([['use-plan.ts'], []]);
  });

  it('to store: only one file asks the browser, which may refuse', () => {
    const stores = readSources(['src']).filter(({ text }) => /\b(?:local|session)Storage\b/.test(text));
    // the script of the first requests imports nothing, nor does that of customers' sites
    expect(stores.map(({ path }) => path).sort()).toEqual(['src/early.ts', 'src/providers/stored.ts', 'src/visit-script.ts']);
  });

  it('to turn pages: only PageMoves draws the buttons', () => {
    const movers = readSources(['src']).filter(({ text }) => /p-pager-moves|(Next|Previous) page['"]|\bPagination\b/.test(text));
    expect(movers.map(({ path }) => path)).toEqual(['src/resources/list/page-moves.tsx']);
  });

  it('to listen: no file keeps its own set of listeners', () => {
    const sets = readSources(['src']).filter(({ path, text }) => /new Set<\(/.test(text) && path !== 'src/providers/store.ts');
    expect(sets.map(({ path }) => `${path}: take createEvent or createStore`)).toEqual([]);
  });
});
