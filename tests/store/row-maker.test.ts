import { expect, it } from 'vitest';
import { aside, rowMakerOf } from '../../server/store/row-maker';

/** text, int8 and a moment, as the server names their types. */
const [text, number, moment] = [25, 20, 1184];

it('makes a row of its columns, each read by its type, empty ones as null', () => {
  const make = rowMakerOf([
    { name: 'name', dataTypeID: text },
    { name: 'count', dataTypeID: number },
    { name: 'at', dataTypeID: moment },
  ]);
  expect(make(['Asha', '12', '2026-11-29 10:00:00+00'])).toEqual({ name: 'Asha', count: 12, at: '2026-11-29T10:00:00.000Z' });
  expect(make([null, null, null])).toEqual({ name: null, count: null, at: null });
});

it('keeps what is said about a row aside: none of its fields, and not in its JSON', () => {
  const make = rowMakerOf([
    { name: 'name', dataTypeID: text },
    { name: '~total', dataTypeID: number },
  ]);
  const row = make(['Asha', '12']);
  expect([Object.keys(row), JSON.stringify(row), row[aside]]).toEqual([['name'], '{"name":"Asha"}', { '~total': 12 }]);
});

it('any name is a name: it neither runs nor is lost nor is taken for two', () => {
  const odd = ['__proto__', 'constructor', '"]: (() => { throw 1 })(), ["', 'a`${1}`', "it's", '\u2028', ''];
  const made = rowMakerOf(odd.map((name) => ({ name, dataTypeID: text })))(odd.map((_, at) => String(at)));
  expect(Object.entries(made)).toEqual(odd.map((name, at) => [name, String(at)]));
  const one = rowMakerOf([{ name: `a","dataTypeID":25},{"name":"b`, dataTypeID: text }])(['1']);
  const two = rowMakerOf(['a', 'b'].map((name) => ({ name, dataTypeID: text })))(['1', '2']);
  expect([Object.keys(one).length, Object.keys(two)]).toEqual([1, ['a', 'b']]);
});
