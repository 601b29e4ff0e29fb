import { describe, expect, it } from 'vitest';
import { formulaOf } from '../../src/schemas/kit/formula';
import { valueOf } from '../../src/schemas/kit/formula-value';

const record = {
  price: 10,
  count: 3,
  name: 'Ada',
  paid: true,
  from: '2028-02-27',
  until: '2028-03-01',
  tags: ['a', 'b'],
  items: [{ price: 0.1, what: 'x' }, { price: 0.2 }, {}],
};

describe('a formula', () => {
  it.each([
    ['price * count + 1', 31],
    ['0.1 + 0.2', 0.3],
    ['-price % 4', -2],
    ['price / 0', null],
    ['price * missing', null],
    ['price == 10 && !paid', false],
    ["paid ? name + '!' : null", 'Ada!'],
    ["name + ' ' + missing", 'Ada '],
    ['price >= 10 || missing > 1', true],
    ['missing < 1', false],
    ['sum(items.price)', 0.3],
    ['average(items.price)', 0.15],
    ['max(items.price)', 0.2],
    ['min(price, count, 7)', 3],
    ['count(items)', 3],
    ['count(items.what)', 1],
    ['count(tags)', 2],
    ['sum(nothing.price)', 0],
    ['average(nothing.price)', null],
    ['round(1.005, 2)', 1.01],
    ['round(-2.5)', -3],
    ['floor(2.9) + ceil(2.1) + abs(-1)', 6],
    ['days(from, until)', 3],
    ['addDays(from, 3)', '2028-03-01'],
    ['addDays(missing, 3)', null],
    ['coalesce(missing, price)', 10],
  ])('%s', (text, result) => {
    expect(valueOf(formulaOf(text), { own: record, record })).toEqual(result);
  });

  it('in a row reads the row, and the record by its name', () => {
    expect(valueOf(formulaOf('price * record.count'), { own: { price: 2 }, record })).toBe(6);
  });

  it.each(['a = 1', 'this', '[1]', 'a; b', "a['b']", 'a.b.c', 'typeof a', 'a ?? b', '`a`', 'a === b'])('%s is none', (text) => {
    expect(() => formulaOf(text)).toThrow();
  });
});
