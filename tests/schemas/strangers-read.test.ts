import { expect, it } from 'vitest';
import { titleOf } from '../../src/schemas/kit/resource';
import { strangers, type Converted } from '../fixtures/strangers/converted';

/** What a person sees of a converted schema. */
const of = (file: string): Converted => strangers.find((one) => one.file === file)!;

it.each(strangers.map((one) => [one.file, one] as const))('%s: no two fields have the same label', (_, { resource }) => {
  const labels = Object.keys(resource.fields.properties).map((name) => titleOf(resource, name));
  expect(labels.filter((one, at) => labels.indexOf(one) !== at)).toEqual([]);
});

it('a record of people who are active or not says otherwise whether the record itself is', () => {
  expect(of('people.csv').resource.fields.properties['status']!.title).toBe('In use');
  expect(titleOf(of('people.csv').resource, 'fee_inr')).toBe('Fee INR');
});

it('the present is filled in; when the record was made or changed, and what is computed, is left out', () => {
  expect(of('erp.postgres.sql').resource.defaults).toEqual({ placed_at: 'now' });
  expect(of('library-member.doctype.json').resource.defaults).toEqual({ joined: 'now' });
  expect(of('erp.postgres.sql').notes).toContain('search: is computed: left out.');
  for (const [file, name] of [
    ['blog.prisma', 'updatedAt'],
    ['shop.mysql.sql', 'changed'],
  ] as const)
    expect(of(file).notes).toContain(`${name}: is left out: each record has 'Created' and 'Changed'.`);
});
