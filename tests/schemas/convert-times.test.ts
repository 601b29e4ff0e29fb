import { describe, expect, it } from 'vitest';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { checkResource } from '../../src/schemas/kit/check-resource';
import '../../src/kinds/every-kind';
import { convert } from '../fixtures/strangers/converted';

function made(source: string, file: string): AnyResource {
  const { resource } = convert(source, file, 'odd-records');
  expect(() => checkResource(resource)).not.toThrow();
  return resource;
}

describe('a converted file', () => {
  it('can be filtered and sorted by its first dates, and searches no times', () => {
    const resource = made(
      "create table orders (id int primary key, no varchar(20) not null, a int, b int, c int, due date, sent timestamp, opens time default '09:00:00')",
      'odd.sql',
    );
    expect(resource.filter).toEqual(['due', 'sent', 'status']);
    expect(resource.sort).toEqual(expect.arrayContaining(['due', 'sent']));
    expect(resource.search).toEqual(['no']);
  });

  it('takes a column of times as times', () => {
    const resource = made('Name,Start\nAsha,09:30\nRavi,9:45:00\n', 'odd.csv');
    expect(resource.ui?.['start']).toEqual({ widget: 'time' });
  });

  it('keeps yes and no, and its default, where a check says that it is 0 or 1', () => {
    const resource = made('create table a (name text, ok boolean not null default 1 check (ok in (0, 1)))', 'odd.sql');
    expect(resource.fields.properties['ok']).toEqual({ type: 'boolean', default: true });
  });

  it('starts where a source requires a field of its rows twice', () => {
    const rows = { type: 'array', items: { type: 'object', required: ['q', 'q'], properties: { q: { type: 'string' } } } };
    const resource = made(JSON.stringify({ type: 'object', properties: { name: { type: 'string' }, rows } }), 'odd.json');
    expect(resource.fields.properties['rows']?.items?.required).toEqual(['q']);
  });
});
