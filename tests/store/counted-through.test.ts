import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { calls } from '../../src/schemas/leads/calls';
import { boundedCount } from '../../server/store/list-count';
import { readListRequest } from '../../server/store/list-request';

/** Whose a call is its lead says, which is looked up for each: to count ten thousand of one person, a million would be looked up. */
const whose = sql`exists (select true from "leads" l where l."id" = "calls"."lead_id" and l."user_id" = ${'u'})`;
const textOf = (query: Record<string, string>, lookedUp: typeof whose | null): string => {
  const how = { where: [whose], scope: null, lookedUp, match: whose, without: () => whose };
  return boundedCount(calls, 't', readListRequest(calls, query, {}), {
    ...how,
    each: (some, order, most) => sql`${some}${order} limit ${most}`,
  }).sql;
};

it('SPEED-B6 a list whose rows are looked up one by one is counted among its first thirty thousand rows', () => {
  expect(textOf({}, whose)).toContain('"~seen" > 30000');
  expect(textOf({}, whose)).not.toContain('select 1 from "calls"');
});

it('with a filter besides it looks at the first two thousand', () => {
  expect(textOf({ direction: 'inbound' }, whose)).toContain('"~seen" > 2000');
});

it('a condition that an index holds is counted to ten thousand rows that meet it', () => {
  expect(textOf({}, null)).toContain('select 1 from "calls"');
});
