import { expect, it } from 'vitest';
import '../../src/kinds/every-kind';
import { errorsOf } from '../../server/catalogue/validate';
import { checkResource } from '../../src/schemas/kit/check-resource';
import { kind as percent } from '../../src/kinds/on-demand/percent/kind';
import { kindAt } from '../../src/kinds/kind-of';
import type { Field } from '../../src/schemas/kit/field';
import { defineResource, type AnyResource } from '../../src/schemas/kit/resource';
import { compiledChunk } from '../support/compiled-chunk';

function bills(properties: Record<string, Field>, more: Partial<AnyResource> = {}): AnyResource {
  const fields = { type: 'object', additionalProperties: false, properties: { name: { type: 'string' }, ...properties } };
  return defineResource({ name: 'bills', label: 'Bill', access: 'role 1', columns: ['name'], fields, ...more } as AnyResource);
}

it('hundredths are multiples of 0.01, whatever binary makes of them; other numbers are not', () => {
  const resource = bills({ fee: { type: 'number', multipleOf: 0.01 } });
  for (const fee of [19.99, 0.07, 1.1, 4.35, -19.99, 123456789.01, 0])
    expect([fee, errorsOf(resource, { fee })]).toEqual([fee, []]);
  const { form } = compiledChunk(resource);
  expect([19.99, 0.07, 1.1].map((fee) => form?.validate({ fee }))).toEqual([[], [], []]);
  expect(form?.validate({ fee: 19.995 })).toMatchObject([{ keyword: 'multipleOf' }]);
  expect(errorsOf(resource, { fee: 19.995 })).toEqual([{ path: 'fee', message: 'Fee must be a multiple of 0.01' }]);
});

it('a kind that is made when a record is saved cannot stand in rows, nor one that does not suit its field', () => {
  const rows = (inner: Field, ui: object, more: Partial<AnyResource> = {}): AnyResource =>
    bills({ items: { type: 'array', items: { type: 'object', properties: { it: inner } } } }, {
      ui: { items: { rows: { it: ui } } },
      ...more,
    } as never);
  const wrong: [AnyResource, RegExp][] = [
    [
      rows({ type: 'string' }, { widget: 'rich-text' }),
      /ui\.items\.rows\.it: 'rich-text' does its work when a record is saved, and a row is not a record/,
    ],
    [
      rows({ type: 'string' }, { widget: 'parent' }, { refs: { 'items.*.it': 'bills' } } as never),
      /ui\.items\.rows\.it: 'parent' does its work/,
    ],
    [rows({ type: 'string' }, { widget: 'series', series: 'A-.##' }), /ui\.items\.rows\.it: /],
    [
      rows({ type: 'integer' }, { widget: 'currency' }),
      /ui\.items\.rows\.it: an amount of money has decimals; write type: 'number'/,
    ],
    [
      rows({ type: 'number' }, { widget: 'percent', code: 'USD' }),
      /ui\.items\.rows\.it\.code: means nothing to this kind of field/,
    ],
  ];
  for (const [resource, sentence] of wrong) expect(() => checkResource(resource)).toThrow(sentence);
  expect(() => checkResource(rows({ type: 'number' }, { widget: 'currency', code: 'USD' }))).not.toThrow();
});

it('a percent sign alone is no percentage, nor a comma for decimals', () => {
  const { at } = kindAt(bills({ cut: { type: 'number' } }, { ui: { cut: { widget: 'percent' } } } as never), 'cut');
  const read = (text: string): unknown => percent.fromCell?.(text, at);
  for (const [text, value] of [
    ['12.5 %', 12.5],
    ['1,250', 1250],
    ['-3', -3],
    ['1e-7', 1e-7],
  ] as const)
    expect([text, read(text)]).toEqual([text, { value }]);
  for (const text of ['%', ' ', '12,5 %', '0x10'])
    expect([text, read(text)]).toEqual([text, { wrong: 'is not a percentage such as 12.5 %' }]);
});

it('a condition on one entry of a list holds for what it requires as for what it shows', () => {
  const texts = { type: 'array', items: { type: 'string' } } as const;
  const numbers = { type: 'array', items: { type: 'integer' } } as const;
  const resource = bills(
    {
      langs: texts,
      codes: numbers,
      size: { type: 'integer' },
      coach: { type: 'string' },
      room: { type: 'string' },
      desk: { type: 'string' },
    },
    {
      when: [
        { if: { field: 'langs', has: ['hi', 'mr'] }, require: ['coach'] },
        { if: { field: 'codes', has: ['7'] }, require: ['room'] },
        { if: { field: 'size', has: ['7'] }, require: ['desk'] },
      ],
    },
  );
  const missing = (record: object): string[] => errorsOf(resource, { ...record }).map(({ path }) => path);
  expect(missing({ langs: ['en', 'hi'] })).toEqual(['coach']);
  expect(missing({ langs: ['en'], codes: [70], size: 70 })).toEqual([]);
  expect(missing({ codes: [1, 7] })).toEqual(['room']);
  expect(missing({ size: 7 })).toEqual(['desk']);
});

it('an action asks only for what it describes', () => {
  const acting = (offer: object): AnyResource =>
    bills({}, {
      actions: { close: { wire: 'POST res/bills/{id}/close', as: 'update', offers: [{ label: 'Close', ...offer }] } },
    } as never);
  const why = { properties: { why: { type: 'string' } } };
  expect(() => checkResource(acting({ ask: { ...why, required: ['why'] } }))).not.toThrow();
  expect(() => checkResource(acting({ ask: { ...why, required: ['wy'] } }))).toThrow(
    "actions.close.offers.0.ask.required: 'wy' is not asked for; write 'why'",
  );
  expect(() => checkResource(acting({ ask: { properties: { why: { type: 'text' } } } }))).toThrow(
    /ask\.properties\.why\.type: 'text' is not a type/,
  );
  expect(() => checkResource(acting({ to: 'name' }))).toThrow(/offers\.0\.to: 'name' does not name a user/);
});

it('a secret keeps its name: what is sealed opens under no other', () => {
  const of = (more: Partial<AnyResource>): AnyResource =>
    bills({ token: { type: 'string' } }, { renamed: { key: 'token' } as never, ...more });
  expect(() => checkResource(of({ secret: ['token'] as never }))).toThrow(
    /renamed\.key: 'token' is secret, and what is stored opens under its old name/,
  );
  expect(() => checkResource(of({ secret: ['token'], hashed: ['token'] } as never))).not.toThrow();
});
