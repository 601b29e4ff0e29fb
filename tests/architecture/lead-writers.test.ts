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

  it('no helper that writes rows goes round the verbs', () => {
    const named = `'?(leads|lead-captures|lead_captures|lead-owner-history|lead_owner_history|call-actions|call_actions|follow-ups|follow_ups|leadTable|leadCaptures|leadOwnerHistory|callActions|followUps)\\b`;
    const helper = new RegExp(
      `(insertMany|insertInto|insertRows|insertListed|insertRecord|updateRow)\\(\\s*(tenantId,\\s*)?(table\\()?(resourceNamed\\()?${named}`,
    );
    expect(rooms.some(({ path, text }) => path.startsWith('server/leads/') && helper.test(text))).toBe(true);
    const wrong = rooms.filter(({ path, text }) => helper.test(text) && !path.startsWith('server/leads/'));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});
