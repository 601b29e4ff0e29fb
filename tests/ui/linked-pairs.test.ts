import { expect, it } from 'vitest';
import { areLinked } from '../../src/custom/lead-merge/linked-pairs';

const pairs = (text: string) => text.split(' ').map(([one = '', other = '']) => ({ one: { id: one }, other: { id: other } }));

it.each([
  ['ab', true],
  ['ab bc', true],
  ['ab cd', false],
  ['ab cd bc', true],
  ['ab cd ef', false],
  ['ab cd da', true],
])('pairs %s can be one person: %s', (text, linked) => {
  expect(areLinked(pairs(text))).toBe(linked);
});
