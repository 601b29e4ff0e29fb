import { describe, expect, it } from 'vitest';
import { readSources } from './imports';

/** What a lead remembers of what happened to it: each of these columns is written by the verbs of server/leads alone. */
const tables = ['leads', 'lead_captures', 'lead_owner_history', 'call_actions', 'follow_ups'];
/** Rows that never happened: the demo's and those of a restored or filled database. */
const made = /^server\/(demo|operations)\//;

describe('what happens to a lead', () => {
  const rooms = readSources(['server']).filter(({ path }) => !made.test(path));

  it.each(tables)('%s is written in server/leads alone', (table) => {
    const statement = new RegExp(`(update|insert into|delete from)\\s+"${table}"`, 'i');
    const wrong = rooms.filter(({ path, text }) => statement.test(text) && !path.startsWith('server/leads/'));
    expect(wrong.map(({ path }) => `${path} writes "${table}": call a verb of server/leads, or write one there`)).toEqual([]);
    expect(
      rooms.some(({ path, text }) => path.startsWith('server/leads/') && statement.test(text)) || /captures|history/.test(table),
    ).toBe(true);
  });

  it('no bulk insert goes round the verbs', () => {
    const bulk = new RegExp(`insertMany\\(\\s*'(${tables.join('|')})'|table\\((leads|'leads')\\)`);
    const wrong = rooms.filter(({ path, text }) => bulk.test(text) && !path.startsWith('server/leads/'));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});
