import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import Board from '../../src/resources/board/board';
import { measureOf, type MeasureId } from '../../src/schemas/kit/measures';
import type { ShownColumn, ShownCard } from '../../src/schemas/kit/report';
import { setWho } from '../../src/providers/session/who';
import { levelsOf } from '../../src/schemas/kit/access';
import { freshBrowser, signedInAs } from './browser-fixture';

const column = (measure: MeasureId): ShownColumn => {
  const { label, definition, unit, opens, lessIsBetter } = measureOf(measure);
  return { key: measure, measure, title: label, definition, unit, opens, ...(lessIsBetter ? { lessIsBetter } : {}) };
};
const card = (values: Partial<ShownCard> & Pick<ShownCard, 'look'>): ShownCard => ({
  id: 'one',
  title: 'A card',
  columns: [column('L3')],
  rows: [],
  totals: [{ value: 12 }],
  ...values,
});
const days = { from: '2027-03-10', to: '2027-03-10', values: { user: ['01U'] } };
function show(one: ShownCard): ReturnType<typeof within> {
  render(
    <MemoryRouter>
      <Board cards={[one]} days={days} />
    </MemoryRouter>,
  );
  return within(screen.getByRole('region', { name: 'A card' }));
}
const link = (of: ReturnType<typeof within>, name: string): URLSearchParams =>
  new URL(of.getByRole('link', { name }).getAttribute('href')!, 'http://product.example').searchParams;

beforeEach(() => {
  freshBrowser('/');
  signedInAs(1);
});
afterEach(cleanup);

it('a tile says its number, what is usual, and opens its rows', () => {
  const of = show(card({ look: 'tiles', totals: [{ value: 12, before: 10 }], against: 'average' }));
  expect(of.getByText('↑ 20.0 %').className).toBe('bd-better');
  expect(of.getByText(/7-day average 10/)).toBeTruthy();
  expect(link(of, '12').get('cell')).toBe('L3;2027-03-10;2027-03-10;user=01U');
});

it('a number of acts opens them for those who see leads, and is no link for others', () => {
  const acts = card({ look: 'tiles', columns: [column('A2')] });
  setWho({ role: 4, type: 'org', levels: levelsOf([{ code: 'Counsellor_Productivity_Report', level: [1, 6] }]) });
  expect(show(acts).queryByRole('link')).toBeNull();
  cleanup();
  setWho({ role: 4, type: 'org', levels: levelsOf([{ code: 'LEADS', level: [1, 6] }]) });
  expect(link(show(acts), '12').get('cell')).toBe('A2;2027-03-10;2027-03-10;user=01U');
});

it('more of what should be few is worse', () => {
  const of = show(card({ look: 'tiles', columns: [column('L5')], totals: [{ value: 12, before: 10 }], against: 'before' }));
  expect(of.getByText('↑ 20.0 %').className).toBe('bd-worse');
});

it('a bar of a row below opens the rows of both', () => {
  const below = { title: 'With parents', dimension: 'sub_stage' as const, value: 'With parents', cells: [{ value: 3 }] };
  const of = show(
    card({ look: 'bars', rows: [{ title: 'Hot', dimension: 'stage', value: '01S', cells: [{ value: 7 }], rows: [below] }] }),
  );
  expect(link(of, '7').get('cell')).toBe('L3;2027-03-10;2027-03-10;user=01U;stage=01S');
  expect(link(of, '3').get('cell')).toBe('L3;2027-03-10;2027-03-10;user=01U;stage=01S;sub_stage=With%20parents');
});

it('a funnel gives each step in percent of the first one', () => {
  const columns = [column('L1'), column('L8'), column('P4n')];
  const of = show(card({ look: 'funnel', columns, totals: [{ value: 8 }, { value: 2 }, { value: 4 }] }));
  expect(of.getByText('50.0 %')).toBeTruthy();
  expect(of.getByText('25.0 %')).toBeTruthy();
});

it('parts of a whole are given in percent, and as a number that opens', () => {
  const of = show(card({ look: 'shares', columns: [column('L3'), column('L7')], totals: [{ value: 3 }, { value: 1 }] }));
  expect(of.getByText('75.0 %')).toBeTruthy();
  expect(link(of, '1').get('cell')).toContain('L7;');
});

it('hours stand against four weeks', () => {
  const of = show(
    card({ look: 'hours', rows: [{ title: '09:00', dimension: 'hour', value: '9', cells: [{ value: 4, before: 1.5 }] }] }),
  );
  expect(of.getByText('4-week average 1.5')).toBeTruthy();
  expect(link(of, '4').get('cell')).toContain('hour=9');
});

it('people are shown with where they are', () => {
  const of = show(
    card({
      look: 'people',
      rows: [{ title: 'Asha', dimension: 'user', value: '01A', cells: [{ value: 4 }] }],
      people: [{ user_id: '01A', presence: 'break', since: '2027-03-10T05:30:00Z' }],
    }),
  );
  expect(of.getByText('On break')).toBeTruthy();
  expect(of.getByText(/since/)).toBeTruthy();
});

it.each(['bars', 'shares', 'funnel', 'matrix', 'people', 'hours', 'list'] as const)('%s with nothing to show says so', (look) => {
  const of = show(card({ look, totals: [{ value: 0 }] }));
  expect(of.getByText(/^(No data|Nothing|Nobody)/)).toBeTruthy();
});
