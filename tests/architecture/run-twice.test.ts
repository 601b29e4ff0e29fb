import { describe, expect, it } from 'vitest';
import { readSources } from './imports';
import { outerEffects } from './outer-effects';

const wrong = (text: string): string[] => outerEffects('work.ts', text).map(({ what }) => what);

describe('TRUST-R24 work that the store may run twice', () => {
  it('changes and sends nothing outside of its transaction: it returns its values', () => {
    const found = readSources(['server']).flatMap(({ path, text }) =>
      outerEffects(path, text).map(({ line, what }) => `${path}:${line}: ${what} in a transaction, which may run twice`),
    );
    expect(found.join('\n')).toBe('');
  });

  it('is reported when it changes or sends something outside', () => {
    expect(wrong('let n = 0; steps.commit(async (tx) => { n += 1; return {}; })')).toEqual(['n is assigned']);
    expect(wrong('let n = 0; store.transaction(actor, async (tx) => { n++; })')).toEqual(['n is changed']);
    expect(wrong('const a = []; steps.read(async (tx) => { a.push(await tx.row(q)); })')).toEqual(['a.push() is called']);
    expect(wrong('let a; steps.commit(async (tx) => { ({ a } = await f(tx)); return {}; })')).toEqual(['a is assigned']);
    expect(wrong('let n = 0; const work = async (tx) => { n++; }; s.store.transaction(actor, work)')).toEqual(['n is changed']);
    expect(wrong('let n = 0; function f() { n++; } steps.commit(async (tx) => { f(); return {}; })')).toEqual(['n is changed']);
    expect(wrong('steps.commit(async (tx) => { await port.dial(call); return {}; })')).toEqual(['port.dial() is called']);
    expect(wrong('steps.commit(async (tx) => { await fetch(url); return {}; })')).toEqual(['fetch() is called']);
    expect(wrong('steps.commit(async (tx) => { tx.afterCommit(() => bus.emit(1)); return {}; })')).toEqual([]);
    expect(wrong('steps.commit(async (tx) => { await channels.send(tx, t, m); return {}; })')).toEqual([]);
    expect(wrong('steps.read(async (tx) => { return async () => port.dial(await f()); })')).toEqual([]);
    expect(wrong('steps.commit(async (tx) => { let n = 0; n++; const a = []; a.push(n); return {}; })')).toEqual([]);
  });
});
