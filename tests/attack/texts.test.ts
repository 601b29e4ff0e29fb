import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patternOf } from '../../server/domain/patterns';
import { fillNames, fillPlaceholders } from '../../server/domain/placeholders';
import { messageOf, type ReachableLead } from '../../server/lead-events/send-to-lead';
import { calls, resources } from '../../src/schemas/kit/all';
import type { Field } from '../../src/schemas/kit/field';
import { call, edit, signIn } from '../support/app';
import { makeWorld, type World } from '../leads/lead-world';

/** Texts and patterns from untrusted authors. */
const nasty = fc.constantFrom(
  '{{',
  '}}',
  '{{name}}',
  '{{ phone }}',
  '{{tenant_id}}',
  '{{constructor}}',
  '{{__proto__}}',
  '{{1}}',
  '$&',
  '$1',
  "'",
  '"',
  '<b>',
  '&amp;',
  '\r\nBcc: x@example.com\r\n',
  '\u2028',
  '{',
  '}',
  ' ',
  'Dear ',
  '🎓',
);
const wild = fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 6 }));
const texts = fc.array(wild, { maxLength: 12 }).map((parts) => parts.join(''));
const leads = fc.record({
  name: texts,
  email: fc.option(texts),
  phone: fc.option(texts),
  whatsapp_number: fc.option(texts),
  tenant_id: fc.constant('SECRET'),
});

/** How a template is filled, implemented independently of the product: read from left to right. */
function oracle(text: string, valueOf: (name: string) => string): string {
  let out = '';
  for (let rest = text; ;) {
    const at = rest.indexOf('{{');
    if (at < 0) return out + rest;
    const inner = /^\{\{([^{}]*)\}\}/.exec(rest.slice(at));
    const name = inner?.[1]!.trim();
    if (inner && name && /^[A-Za-z0-9_]+$/.test(name) && !/\S\s+\S/.test(inner[1]!)) {
      out += rest.slice(0, at) + valueOf(name);
      rest = rest.slice(at + inner[0].length);
    } else {
      out += rest.slice(0, at + 1);
      rest = rest.slice(at + 1);
    }
  }
}

describe('templates', () => {
  it('TRUST-S20 5,000 templates show only what they may of a lead; a value is never read as a template, markup or a second line', () => {
    fc.assert(
      fc.property(texts, leads, (template, lead) => {
        const known: Record<string, unknown> = {
          name: lead.name,
          email: lead.email,
          phone: lead.phone,
          whatsapp_number: lead.whatsapp_number,
        };
        const valueOf = (name: string): string => String((Object.hasOwn(known, name) ? known[name] : undefined) ?? '');
        expect(fillNames(template, lead, 'text')).toBe(oracle(template, valueOf));
        const escaped = (text: string): string =>
          [...text].map((one) => ('&<>"\''.includes(one) ? `&#${one.codePointAt(0)};` : one)).join('');
        expect(fillNames(template, lead, 'html')).toBe(oracle(template, (name) => escaped(valueOf(name))));
        // oxlint-disable-next-line no-control-regex -- control characters are what the test looks for
        expect(fillNames(template, lead, 'line')).not.toMatch(/[\u0000-\u001f\u007f\u0085\u2028\u2029]/);
        for (const as of ['text', 'html', 'line'] as const)
          expect(fillNames(template.replaceAll('SECRET', ''), lead, as)).not.toContain('SECRET');
        const message = messageOf(
          { subject: template, body: template, html: true },
          lead as unknown as ReachableLead,
          'email',
          'a@example.com',
        );
        expect(message.subject ?? '').not.toMatch(/[\r\n]/);
        expect(message.body).toBe(fillNames(template, lead, 'html'));
        const plain = messageOf({ body: template }, lead as unknown as ReachableLead, 'email', 'a@example.com');
        expect(plain.body).toBe(fillNames(template, lead, 'text'));
      }),
      { numRuns: 5000, seed: 20 },
    );
  });

  it('TRUST-S20 numbered values fill their placeholders literally, once', () => {
    fc.assert(
      fc.property(texts, fc.array(texts, { maxLength: 4 }), (template, values) => {
        const { text, missing } = fillPlaceholders(template, values);
        const whole = (n: string): string => values[Number(n) - 1] ?? '';
        const isNumber = (name: string): boolean => /^\d+$/.test(name);
        if (!missing.length) expect(text).toBe(template.replaceAll(/\{\{\s*(\d+)\s*\}\}/g, (_, n: string) => whole(n)));
        expect(missing.every((one) => isNumber(one.replaceAll(/[{}\s]/g, '')))).toBe(true);
      }),
      { numRuns: 5000, seed: 21 },
    );
  });

  describe('by the product', () => {
    let world: World;
    beforeAll(async () => {
      world = await makeWorld();
    });
    afterAll(() => world.test.close());

    it('TRUST-S20 a sign-in mail and a printed message stay on one line, whatever the address', async () => {
      const { test, admin } = world;
      const before = test.messages.length;
      for (const phone of ['+919822012345\r\nX: y', '9822012345\u2028x', '+919822012345,+919822012346'])
        expect((await call(test, admin, 'GET', `sendsmstest?body=Hello&phone=${encodeURIComponent(phone)}`)).code).toBe(422);
      const sent = await call(
        test,
        admin,
        'GET',
        `sendsmstest?body=${encodeURIComponent('One\r\n[sandbox email] to=x code=123456')}&phone=9822012345`,
      );
      expect(sent.code).toBe(200);
      expect(test.messages.slice(before)).toHaveLength(1);
      expect(test.messages.at(-1)).not.toMatch(/[\r\n]/);
    });
  });
});

describe('patterns', () => {
  const evil = [
    '^(a+)+$',
    '(a|aa)+$',
    '(a|a?)+$',
    '(.*a){20}',
    '^(\\+91|0)?(\\d+)+[6-9]$',
    '([a-zA-Z]+)*$',
    '(x+x+)+y',
    '(.*)*=',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '((a*)*)*b',
  ];
  const inputs = ['a', '1', 'x', ' ', '0', '9', '=', 'aA', 'ab', '\u00e9'].flatMap((one) =>
    [1, 2, 5, 10, 16, 24, 29, 32, 33, 64].map((times) => `${one.repeat(times)}!`),
  );

  it('TRUST-S17 500 evil patterns on 100 inputs finish: no pattern backtracks', () => {
    // wrapped, repeated and chained as a tenant might do; each would keep a native engine busy longer than this test may run
    const patterns = Array.from({ length: 50 }, (_, n) =>
      evil.map((one) => `${'(?:'.repeat(n % 5)}${one.replaceAll('$', '')}${')'.repeat(n % 5)}${'x?'.repeat(n)}$`),
    ).flat();
    expect([patterns.length, inputs.length]).toEqual([500, 100]);
    let compiled = 0;
    for (const source of patterns) {
      const pattern = patternOf(source);
      if (!pattern) continue;
      compiled++;
      for (const input of inputs) expect(typeof pattern.finds(input)).toBe('boolean');
    }
    expect(compiled).toBeGreaterThan(400);
  });

  it('TRUST-S17 finds what the native engine finds, where the native engine finishes', () => {
    const plain = ['^[6-9][0-9]{9}$', '^(\\+91|0)?[6-9]\\d{9}$', '^\\d{10,12}$', '[A-Z]{3}', '^(?:a|b)c?$', '\\bno\\b'];
    const tried = [
      '9822012345',
      '+919822012345',
      '09822012345',
      '5822012345',
      'ABC',
      'abc',
      'bc',
      'b',
      'no',
      'nothing',
      '',
      '12345678901',
    ];
    for (const source of plain)
      for (const text of tried)
        expect([source, text, patternOf(source)!.finds(text)]).toEqual([source, text, new RegExp(source).test(text)]);
  });

  it('TRUST-S17 a pattern that needs backtracking does not compile', () => {
    for (const source of ['(?=a)b', '(?<!a)b', '(a)\\1', '(?>a+)b', '(', '[z-a]', 'a{1000}{1000}'])
      expect([source, patternOf(source)]).toEqual([source, null]);
  });

  it('TRUST-S17 no pattern of a schema file or call needs more than a moment for any text that its field accepts', () => {
    const found: [string, string, number][] = [];
    const collect = (at: string, field: Field): void => {
      if (field.pattern) found.push([at, field.pattern, field.maxLength ?? 4000]);
      if (field.items) collect(`${at}.*`, field.items);
      for (const [name, inner] of Object.entries(field.properties ?? {})) collect(`${at}.${name}`, inner);
    };
    for (const resource of resources)
      for (const [name, field] of Object.entries(resource.fields.properties)) collect(`${resource.name}.${name}`, field);
    for (const one of calls)
      for (const shape of [one.query, one.body])
        for (const [name, field] of Object.entries(shape?.properties ?? {})) collect(`${one.name}.${name}`, field as Field);
    expect(found.length).toBeGreaterThan(20);
    for (const [, source, most] of found) {
      const native = new RegExp(source, 'u');
      // A pattern with exponential or cubic backtracking does not finish here.
      for (const piece of ['a', '0', '9', ' ', '-', 'a-', 'a.', '0 ', '+', '/', 'A1', 'a@', '%41'])
        native.test(`${piece.repeat(Math.ceil(most / piece.length)).slice(0, most)}\u0000`);
    }
  });

  it("TRUST-S17 a tenant's patterns run in that engine: for phones and for custom fields", async () => {
    const world = await makeWorld();
    const tenant = world.test.fixture.tenants.northstar;
    const field = { entity: 'lead', label: 'Code', type: 'text', pattern: '^(a+)+$' };
    expect((await call(world.test, world.admin, 'POST', 'create/custome-field', field)).code).toBe(200);
    await edit(world.test, tenant, `update tenant set custom_phone_regex = '^(\\+?(9|98)+)+$', phone_validation_enabled = 1`);
    world.test.clock.add(61);
    const who = await signIn(world.test, 'admin@northstar.example');
    const code = (phone: string, text: string) =>
      call(world.test, who, 'POST', 'res/leads', { name: 'A', phone, custom: { code: text } });
    // Each of these would keep a native engine busy longer than anyone waits.
    expect((await code('9999989999', `${'a'.repeat(60)}!`)).body.errors?.[0]?.path).toBe('custom.code');
    expect((await code('9898989897', 'aaa')).status).toBe(422);
    expect((await code('9999989999', 'aaa')).status).toBe(200);
    await world.test.close();
  });
});
