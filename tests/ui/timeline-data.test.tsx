import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareData } from '../../src/custom/timeline/compare-data';
import { agentText, dataText } from '../../src/custom/timeline/data-text';
import { agent, setUp, tearDown } from './timeline-world';

beforeEach(setUp);
afterEach(tearDown);

describe('how data is shown', () => {
  it('treats values as equal in any order of their keys', () => {
    const [row] = compareData({ a: { x: 1, y: [1, 2] } }, { a: { y: [1, 2], x: 1 } });
    expect(row!.difference).toBe('same');
    expect(compareData({ a: [1, 2] }, { a: [2, 1] })[0]!.difference).toBe('modified');
    expect(compareData({ a: null }, { a: 0 })[0]!.difference).toBe('modified');
  });

  it.each([
    [null, '–'],
    ['', '–'],
    [true, 'Yes'],
    [0, '0'],
    ['2026-03-12', '12 Mar 2026'],
    ['2026-03-12T04:44:00.000Z', '12 Mar 2026, 10:14'],
    [{ a: 1 }, '{"a":1}'],
    ['<b>x</b>', '<b>x</b>'],
  ])('%j as %s', (value, text) => expect(dataText(value)).toBe(text));

  it('knows the usual browsers', () => {
    expect(agentText(`${agent} Edg/132.0.0.0`)).toBe('Edge 132, Windows');
    expect(agentText('Mozilla/5.0 (X11; Linux x86_64; rv:135.0) Gecko/20100101 Firefox/135.0')).toBe('Firefox 135, Linux');
    expect(agentText('curl/8.1')).toBe('curl/8.1');
    expect(agentText(null)).toBe('no user agent');
  });
});
