import { PGlite } from '@electric-sql/pglite';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { conditionColumn, conditionColumns, operatorsOf, type ConditionColumn } from '../../src/schemas/kit/condition-columns';
import { compileMatch } from '../../src/schemas/kit/condition-match';
import { conditionErrors, type ConditionRow, type Conditions } from '../../src/schemas/kit/conditions';
import { conditionSql, dayStartIn } from '../../server/lead-events/condition-sql';
import { compileRules } from '../../server/domain/rule-set';
import { customFunctions } from '../../server/store/tables/custom-index';
import { tableModels } from '../../server/store/tables/model';
import { resources } from '../../src/schemas/kit/all';
import { pgliteOptions } from '../../server/store/pglite';
import { block, custom, is, not, when } from './conditions-world';

const zone = 'Asia/Kolkata';
const dayStart = dayStartIn(zone);
/** Few values, so that random leads and conditions match; includes those that SQL and JavaScript might compare differently. */
const texts = ['Pune', 'pune', 'Pünë', '', ' Pune', "O'Brien", '{a,b}', 'null', '100%', '\\'];
const whole = [0, 1, 2, -3, 2027, 10001];
const moments = ['2026-03-31T18:29:59.999Z', '2026-03-31T18:30:00.000Z', '2026-04-01T05:00:00.000Z', '2026-04-01T18:30:00.000Z'];
const days = ['2026-03-31', '2026-04-01', '2026-04-02'];
const valueOf = (column: ConditionColumn): fc.Arbitrary<string | number> =>
  column.type === 'integer'
    ? fc.oneof(fc.constantFrom(...whole), fc.constantFrom(...whole.map(String)))
    : fc.constantFrom(...texts.filter((text) => text !== ''), ...(column.type === 'custom' ? ['1.5', '2027', 'true'] : []));
const moment = fc.constantFrom(...moments, ...days);
/** Values of custom fields: text, number, list and switch. */
const customFields = ['hostel', 'marks', 'interests', 'paid', 'visit', 'slot'].map((key) => conditionColumn(`custom.${key}`)!);
const row: fc.Arbitrary<ConditionRow> = fc.constantFrom(...conditionColumns, ...customFields).chain((column) =>
  fc.constantFrom(...operatorsOf(column)).chain((operator) => {
    const value =
      operator === 'between'
        ? fc
            .tuple(moment, moment)
            .map(([a, b]) => (a.slice(0, 10) <= b.slice(0, 10) ? { start: a, end: b } : { start: b, end: a }))
        : operator === '<' || operator === '>'
          ? moment
          : fc.oneof(valueOf(column), fc.uniqueArray(valueOf(column), { minLength: 1, maxLength: 4 }));
    const ofKind =
      column.type === 'custom' && operator !== 'in' && operator !== 'NOT IN' ? fc.oneof(value, edges(operator)) : value;
    return ofKind.map((given) => ({ columnName: column.name, operator, value: given }) as ConditionRow);
  }),
);
/** A number, or a pair whose first is not larger than the second. */
function edges(operator: string): fc.Arbitrary<unknown> {
  const number = fc.constantFrom(0, 1.5, 2, 2027);
  if (operator !== 'between') return number;
  return fc.tuple(number, number).map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));
}
const joint = fc.constantFrom('And' as const, 'Or' as const);
const conditions: fc.Arbitrary<Conditions> = fc.record({
  rule: fc.array(fc.record({ condition: joint, rules: fc.array(row, { minLength: 1, maxLength: 4 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  globleCondtion: joint,
});
function heldBy({ type }: ConditionColumn): fc.Arbitrary<unknown> {
  if (type === 'integer') return fc.constantFrom(...whole);
  return type === 'time' ? fc.constantFrom(...moments) : fc.constantFrom(...texts);
}
const lead: fc.Arbitrary<Record<string, unknown>> = fc.record({
  ...Object.fromEntries<fc.Arbitrary<unknown>>(
    conditionColumns.map((column) => [column.name, fc.option<unknown>(heldBy(column))]),
  ),
  custom: fc.option(
    fc.record(
      {
        hostel: fc.option(fc.constantFrom(...texts)),
        marks: fc.constantFrom(0, 1.5, 2027),
        interests: fc.subarray(texts),
        paid: fc.boolean(),
        visit: fc.constantFrom(...days),
        slot: fc.constantFrom(...moments, '2026-04-01T10:30:00+05:30'),
      },
      { requiredKeys: [] },
    ),
  ),
});

describe('one evaluator', () => {
  it('RULEENGINE-011 offers only columns that a lead has, with the types of the table', () => {
    const [leads] = tableModels(resources.filter((one) => one.name === 'leads'));
    const types = { text: 'text', integer: 'bigint', time: 'timestamp(3) with time zone' };
    for (const column of conditionColumns)
      expect(leads!.columns.find((one) => one.name === column.name)?.type, column.name).toBe(types[column.type as 'text']);
    expect(conditionColumns).toHaveLength(23);
  });

  it('DIALER-114 gives the same result in memory and in the database, for 2,000 random conditions', async () => {
    const database = await PGlite.create(pgliteOptions);
    await database.exec(`set timezone to 'UTC'`);
    await database.exec(customFunctions[0]!);
    const columns = conditionColumns.map(
      ({ name, type }) => `"${name}" ${type === 'time' ? 'timestamptz(3)' : type === 'integer' ? 'bigint' : 'text'}`,
    );
    await database.exec(`create temp table "leads" ("n" int, "custom" jsonb, ${columns.join(', ')})`);
    const drawn = fc.sample(lead, { numRuns: 100, seed: 11 });
    const names = conditionColumns.map(({ name }) => `"${name}"`).join(', ');
    for (const [n, one] of drawn.entries())
      await database.query(
        `insert into "leads" ("n", "custom", ${names}) values ($1, $2, ${conditionColumns.map((_, i) => `$${i + 3}`).join(', ')})`,
        [n, one['custom'] === null ? null : JSON.stringify(one['custom']), ...conditionColumns.map(({ name }) => one[name])],
      );
    let met = 0;
    let unmet = 0;
    await fc.assert(
      fc.asyncProperty(conditions, async (drawnConditions) => {
        expect(conditionErrors(drawnConditions.rule)).toEqual([]);
        const statement = sql`select "n" from "leads" where ${conditionSql(drawnConditions, dayStart)} order by "n"`;
        const found = await database.query<{ n: number }>(statement.text, statement.values as unknown[]);
        const match = compileMatch(drawnConditions, dayStart);
        const expected = drawn.flatMap((one, n) => (match(one) ? [n] : []));
        met += expected.length;
        unmet += drawn.length - expected.length;
        expect(found.rows.map((one) => one.n)).toEqual(expected);
      }),
      { numRuns: 2000, seed: 2026 },
    );
    expect(Math.min(met, unmet)).toBeGreaterThan(20_000);
    await database.close();
  });

  it('finds among many rules exactly those that match on their own, in order', () => {
    const rules = fc.sample(conditions, { numRuns: 300, seed: 5 }).map((one, i) => ({ ...one, id: `r${i}` }));
    const matching = compileRules(rules, dayStart);
    let met = 0;
    for (const one of fc.sample(lead, { numRuns: 500, seed: 7 })) {
      const expected = rules.filter((rule) => compileMatch(rule, dayStart)(one)).map((rule) => rule.id);
      met += expected.length;
      expect(matching(one)).toEqual(expected);
    }
    expect(met).toBeGreaterThan(5000);
  });

  const table: readonly (readonly [string, Conditions['rule'], 'And' | 'Or', Record<string, unknown>, boolean])[] = [
    [
      'And in a block needs both',
      block('And', is('state', 'Goa'), is('priority', 2)),
      'And',
      { state: 'Goa', priority: 1 },
      false,
    ],
    ['Or in a block needs one', block('Or', is('state', 'Goa'), is('priority', 2)), 'And', { state: 'Goa', priority: 1 }, true],
    [
      'And between blocks needs both',
      [...block('And', is('state', 'Goa')), ...block('And', is('priority', 2))],
      'And',
      { state: 'Goa' },
      false,
    ],
    [
      'Or between blocks needs one',
      [...block('And', is('state', 'Goa')), ...block('And', is('priority', 2))],
      'Or',
      { state: 'Goa' },
      true,
    ],
    ['a missing value is not in', block('And', is('state', 'Goa')), 'And', {}, false],
    ['a missing value meets NOT IN', block('And', not('state', 'Goa')), 'And', { state: null }, true],
    ['NOT IN refuses the value', block('And', not('state', 'Goa')), 'And', { state: 'Goa' }, false],
    ['a missing time is not before', block('And', when('<', '2026-04-01')), 'And', {}, false],
    [
      'before a day is before its midnight in the zone',
      block('And', when('<', '2026-04-01')),
      'And',
      at('2026-03-31T18:29:59Z'),
      true,
    ],
    ['midnight itself is not before', block('And', when('<', '2026-04-01')), 'And', at('2026-03-31T18:30:00Z'), false],
    ['after a day begins with the next one', block('And', when('>', '2026-04-01')), 'And', at('2026-04-01T18:29:59Z'), false],
    ['the next midnight is after', block('And', when('>', '2026-04-01')), 'And', at('2026-04-01T18:30:00Z'), true],
    [
      'between holds both days',
      block('And', when('between', { start: '2026-04-01', end: '2026-04-01' })),
      'And',
      at('2026-04-01T12:00:00Z'),
      true,
    ],
  ];
  const kinds: readonly (readonly [string, ConditionRow, unknown, boolean])[] = [
    ['a number is less', custom('<', 5), 4.9, true],
    ['a number is not less than itself', custom('<', 5), 5, false],
    ['a number is more', custom('>', 5), 5.1, true],
    ['between holds both numbers', custom('between', { start: 5, end: 6 }), 6, true],
    ['a text is not a number', custom('>', 5), '6', false],
    ['a day is before the next one', custom('<', '2026-04-01'), '2026-03-31', true],
    ['a day is not after itself', custom('>', '2026-04-01'), '2026-04-01', false],
    [
      'between holds both days of a custom field',
      custom('between', { start: '2026-04-01', end: '2026-04-02' }),
      '2026-04-02',
      true,
    ],
    ['a moment is before midnight in the zone', custom('<', '2026-04-01'), '2026-03-31T18:29:59Z', true],
    ['a missing value is in no range', custom('>', 5), undefined, false],
  ];
  it.each(kinds)('D-136 of a custom field: %s', (_, one, held, expected) => {
    const rule = block('And', one);
    expect(conditionErrors(rule)).toEqual([]);
    expect(compileMatch({ rule }, dayStart)({ custom: { rank: held } })).toBe(expected);
  });
  it.each(table)('DIALER-114 %s', (_, rule, globleCondtion, one, expected) => {
    expect(compileMatch({ rule, globleCondtion }, dayStart)(one)).toBe(expected);
  });
});
function at(moment_: string): Record<string, unknown> {
  return { last_callaction_call_date_time: moment_ };
}
