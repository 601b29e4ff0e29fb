// @vitest-environment happy-dom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { abilityOf } from '../support/ability-of';
import { safeReturnUrl } from '../../src/providers/session/return-url';
import { accessCodes } from '../../src/schemas/kit/access-codes';
import { levelOf, levelsOf, mayDo, type AclEntry, type Operation } from '../../src/schemas/kit/access';

/** D-003, D-004 written independently: does this list grant level `n` of `code`? */
function oracle(list: unknown[], code: string, n: number): boolean {
  const grants = (level: unknown): boolean => {
    let value = level;
    for (let i = 0; i < 5 && typeof value === 'string'; i++) {
      try {
        value = JSON.parse(value);
      } catch {
        return false;
      }
    }
    const isLevel = (one: unknown): boolean => [1, 2, 3, 4, 5, 6].includes(one as number);
    if (Array.isArray(value)) return value.some((one) => one === n || one === String(n));
    return isLevel(value) && n <= (value as number);
  };
  return list.some((entry) => {
    const one = entry as { code?: unknown; level?: unknown } | null | undefined;
    return one?.code === code && grants(one.level);
  });
}

const levels = fc.oneof(
  fc.subarray([1, 2, 3, 4, 5, 6]),
  fc.subarray(['1', '3', '6']),
  fc.integer({ min: -2, max: 9 }),
  fc.subarray([1, 2, 6]).map((list) => JSON.stringify(list)),
  fc.integer({ min: 0, max: 8 }).map(String),
  fc.constantFrom<unknown>(
    null,
    undefined,
    '',
    '[',
    '[6',
    'six',
    '"6"',
    '"[6]"',
    1.5,
    Number.NaN,
    Infinity,
    true,
    {},
    [[6]],
    [null],
    '[null,6]',
    '{"6":1}',
    [6.5],
    '1,6',
    [' 6'],
  ),
);
const codes = ['LEADS', 'USERS', 'Notes', 'CODE_OF_NOBODY'];
const junk = fc.constantFrom<unknown>(
  null,
  undefined,
  7,
  'LEADS',
  [],
  {},
  { level: [6] },
  { code: 6, level: [6] },
  { code: ['LEADS'], level: 6 },
);
const entries = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ code: fc.constantFrom(...codes), level: levels }) },
    { weight: 1, arbitrary: junk },
  ),
  {
    maxLength: 6,
  },
);
const operations = Object.keys(levelOf) as Operation[];

describe('rights', () => {
  it('TRUST-S6 the kit, an independent oracle and the browser’s ability agree on 10,000 lists; junk denies access and never throws', () => {
    let granted = 0;
    fc.assert(
      fc.property(entries, (list) => {
        const who = { role: 4, type: 'org', levels: levelsOf(list as AclEntry[]) };
        const resources = codes
          .slice(0, 3)
          .map((code) => ({ name: code, access: { code: code as (typeof accessCodes)[number] } }));
        const ability = abilityOf(who, resources);
        for (const { name, access } of resources)
          for (const operation of operations) {
            const right = oracle(list, name, levelOf[operation]);
            if (right) granted++;
            expect([list, name, operation, mayDo(who, access, operation)]).toEqual([list, name, operation, right]);
            expect(ability.can(operation, name)).toBe(right);
          }
      }),
      { numRuns: 10_000, seed: 6 },
    );
    expect(granted).toBeGreaterThan(10_000);
  });

  it('role 1 may do everything except what nobody may, and no list turns another role into role 1', () => {
    const all = { role: 1, type: 'org', levels: levelsOf([]) };
    for (const code of accessCodes) expect(mayDo(all, { code }, 'delete')).toBe(true);
    expect(mayDo(all, 'nobody', 'read')).toBe(false);
    const full = { role: 2, type: 'org', levels: levelsOf(accessCodes.map((code) => ({ code, level: 6 }))) };
    expect(mayDo(full, 'role 1', 'read')).toBe(false);
    expect(mayDo(null, { code: 'LEADS' }, 'read')).toBe(false);
  });
});

describe('returnUrl', () => {
  const origin = 'https://crm.example';
  const hosts = [
    'evil.example',
    'evil.example/x',
    '@evil.example',
    'crm.example.evil.example',
    'crm.example@evil.example',
    '127.1',
    '%65vil.example',
  ];
  const starts = [
    '//',
    '///',
    '/\\',
    '\\/',
    '\\\\',
    '/\t/',
    '/\n/',
    '/\r/',
    '\t//',
    ' //',
    '/ /',
    '/%2f',
    '/%2f%2f',
    '%2f%2f',
    '/%5c',
    '/\u0000/',
    '/./',
    '/.//',
    '/..//',
    '//%0a',
    'https://',
    'https:',
    'https:/',
    'http:\\\\',
    'javascript:alert(1)//',
    'JaVaScRiPt:',
    'java\tscript:',
    'data:text/html,',
    'vbscript:',
    'blob:',
    'file:///',
    '//[::1]',
    '/\u2028/',
    '/\u3000/',
    '/\uff0f',
    '〱',
    'ftp://',
    '?//',
    '#//',
    '/;//',
    '/@',
    '/:80//',
  ];
  const payloads = [
    ...starts.flatMap((start) => hosts.map((host) => start + host)),
    '/'.repeat(5000),
    `/${'a'.repeat(100_000)}`,
    '/\ud800',
    '//',
    '/\\',
    '/%',
    '%',
  ];

  it('TRUST-S14 GUARD-013 none of the listed payloads leaves the origin or runs a script', () => {
    expect(payloads.length).toBeGreaterThan(290);
    for (const wanted of payloads) stays(wanted);
  });

  it('TRUST-S14 no randomly drawn payload does either', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '%2f',
      '%5c',
      '@',
      ':',
      '.',
      '..',
      '\t',
      '\n',
      '\r',
      ' ',
      '#',
      '?',
      'evil.example',
      'https',
      'javascript',
      '\u0000',
      '\u00a0',
      'a',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 9 }).map((parts) => parts.join('')),
          fc.string({ unit: 'binary', maxLength: 30 }),
        ),
        stays,
      ),
      { numRuns: 10_000, seed: 14 },
    );
  });

  /** What the browser would open according to its own parser, also after the router or a proxy has decoded it once more. */
  function stays(wanted: string): void {
    const taken = safeReturnUrl(wanted, origin);
    const url = new URL(taken, `${origin}/login`);
    expect([wanted, url.origin, url.protocol]).toEqual([wanted, origin, 'https:']);
    expect([wanted, /^\/(?![/\\])/.test(taken)]).toEqual([wanted, true]);
    expect([wanted, url.pathname.startsWith('//')]).toEqual([wanted, false]);
  }
});
