import { describe, expect, it } from 'vitest';
import { readSources } from './imports';

/** Tables with the history of a lead, each with the name of its resource in code. */
const tables = {
  leads: 'leads|leadTable',
  lead_captures: 'leadCaptures',
  lead_owner_history: 'leadOwnerHistory',
  lead_referrals: 'leadReferrals',
  call_actions: 'callActions',
  follow_ups: 'followUps',
} as const;
/** Rows that record no real event: those of the demo and of a restored or filled database. */
const made = /^server\/(demo|operations)\//;
/** They write whichever resource they are given, a kind of campaign for one; the hooks of these resources call the verbs (ADR 24). */
const bySchema = [
  'server/campaigns/campaign-kinds.ts',
  'server/catalogue/create.ts',
  'server/catalogue/delete.ts',
  'server/catalogue/sweep-custom-values.ts',
  'server/catalogue/update.ts',
  'server/leads/move-lead-rows.ts',
  'server/store/copy/write-rows.ts',
  'server/store/embedded/template-age.ts',
  'server/store/listed-rows.ts',
  'server/store/sealed-values.ts',
];

/** A statement that writes the table, by its name or by its resource: `update ${table(leads)}`. */
const writes = (name: string, resource: string): RegExp =>
  new RegExp(
    `(update|insert into|delete from)\\s+("${name}"|\\$\\{(table|ident)\\(\\s*['"]?(${name}|${resource})\\b)|` +
      `(insertMany|insertInto|insertRows|insertListed|insertRecord|updateRow)\\(\\s*(tenantId,\\s*|by\\.tenantId,\\s*)?(table\\()?(resourceNamed\\()?` +
      `'?(${name}|${name.replaceAll('_', '-')}|${resource})\\b`,
    'i',
  );

describe('the history of a lead', () => {
  const rooms = readSources(['server']).filter(({ path }) => !made.test(path));

  it.each(Object.entries(tables))('%s is written only in server/leads, or through its schema', (name, resource) => {
    const statement = writes(name, resource);
    const found = rooms.filter(({ text }) => statement.test(text)).map(({ path }) => path);
    const wrong = found.filter((path) => !path.startsWith('server/leads/'));
    expect(wrong.map((path) => `${path} writes "${name}": call a verb of server/leads, or write one there`)).toEqual([]);
    expect(found).not.toEqual([]);
  });

  it('only the writers named here write a table that they are given', () => {
    const given = /(update|insert into|delete from)\s+\$\{/i;
    const found = rooms.filter(({ text }) => given.test(text)).map(({ path }) => path);
    expect(found.sort()).toEqual(bySchema);
  });

  it('the search sees each way to write', () => {
    const statement = writes('follow_ups', tables.follow_ups);
    const seen = [
      'update "follow_ups" f set',
      'insert into ${table(followUps)} (',
      "delete from ${ident('follow_ups')}",
      "insertMany(\n    'follow_ups',",
      'updateRow(followUps, id',
      "insertRecord(resourceNamed('follow-ups'), {",
      'insertRows(by.tenantId, followUps, columns',
      'insertListed(table(followUps), columns',
    ];
    expect(seen.filter((text) => !statement.test(text))).toEqual([]);
    expect(statement.test('select 1 from "follow_ups"')).toBe(false);
  });
});
