import { expect, it } from 'vitest';
import { browser as json } from '../../src/kinds/json/browser';
import { kindAt } from '../../src/kinds/kind-of';
import { browser as language } from '../../src/kinds/on-demand/language/browser';
import { browser as month } from '../../src/kinds/on-demand/month/browser';
import { kind as file } from '../../src/kinds/file/kind';
import type { FieldAt } from '../../src/kinds/kind';
import { resourceNamed } from '../../src/schemas/kit/all';
import { lowerFirst } from '../../src/ui/marks/lower-first';

const at = {} as FieldAt;

it.each([
  ['Lead stage', 'lead stage'],
  ['Colleges', 'colleges'],
  ['WhatsApp campaign', 'WhatsApp campaign'],
  ['SMS template', 'SMS template'],
  ['FAQs', 'FAQs'],
  ['UTM link', 'UTM link'],
])('Words: %s inside a sentence is %s', (label, inside) => expect(lowerFirst(label)).toBe(inside));

it('Words: a file without a name is a file, never its id', () => {
  expect(file.text('/api/files/01M7M7J0RWF4Z6SV1ZGR0BNZRN', at)).toBe('File');
  expect(file.text('/api/files/01M7M7J0RWF4Z6SV1ZGR0BNZRN?sig=a#marksheet%2012.pdf', at)).toBe('marksheet 12.pdf');
});

it.each([
  [{ name: 'Asha', percent_12: 52, hostel: true, note: null }, 'Name: Asha, Percent 12: 52, Hostel: Yes'],
  [['a', 2], 'a, 2'],
  [{}, '–'],
])('Words: a value of any shape reads without braces: %j', (value, text) => expect(json.cell!({ value, at })).toBe(text));

it.each([
  ['en', 'English'],
  ['hi', 'Hindi'],
  ['en_US', 'English (US)'],
  ['not a code', 'not a code'],
  [null, '–'],
])('Words: the language %s reads %s', (value, text) => expect(language.cell!({ value, at })).toBe(text));

it.each([
  ['2026-04', 'Apr 2026'],
  ['2026-12', 'Dec 2026'],
  ['2026-13', '2026-13'],
  [undefined, '–'],
])('Words: the month %s reads %s', (value, text) => expect(month.cell!({ value, at })).toBe(text));

it('Words: finances and templates have these kinds', () => {
  const kindOf = (resource: string, name: string): string => kindAt(resourceNamed(resource), name).kind.name;
  expect(kindOf('finances', 'month')).toBe('month');
  for (const one of ['sms-templates', 'whatsapp-templates', 'enterprise-whatsapp-templates'])
    expect(kindOf(one, 'language')).toBe('language');
});
