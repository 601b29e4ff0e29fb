import { AbilityProvider } from '@casl/react';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ability } from '../../src/providers/rights';
import { CardRows } from '../../src/custom/dashboard/card-rows';
import OfficeCard from '../../src/custom/dashboard/office-card';
import Tiles from '../../src/custom/dashboard/tiles';
import { useLiveDay } from '../../src/custom/dashboard/use-live-day';
import TargetsCard from '../../src/custom/dashboard/targets-card';
import type { MyDay } from '../../src/schemas/calls/leads';
import type { PlacedCard } from '../../src/schemas/kit/dashboard-layout';
import { measureOf } from '../../src/schemas/kit/measures';
import type { ShownTarget, ShownTargets } from '../../src/schemas/kit/targets';
import { freshBrowser, json, signedInAs, stubNetwork } from './browser-fixture';

beforeEach(() => {
  freshBrowser('/');
  signedInAs(1);
});
afterEach(cleanup);

const { label: title, definition, unit, opens } = measureOf('C2');
const target = (values: Partial<ShownTarget> = {}): ShownTarget => ({
  id: 't',
  of: 'user',
  of_id: '01U',
  name: 'Rohini Deshpande',
  column: { measure: 'C2', title, definition, unit, opens },
  cell: { value: 42 },
  target: 60,
  kind: 'sum',
  days: { over: 25, all: 30 },
  ...values,
});
const month = (rows: readonly ShownTarget[], values: Partial<ShownTargets> = {}): ShownTargets => ({
  month: '2027-03',
  from: '2027-03-01',
  to: '2027-03-26',
  is_over: false,
  rows,
  ...values,
});
const show = (what: ReactNode): void =>
  void render(
    <AbilityProvider value={ability}>
      <MemoryRouter>{what}</MemoryRouter>
    </AbilityProvider>,
  );
const hrefOf = (name: string | RegExp): string => screen.getByRole('link', { name }).getAttribute('href')!;

it('a target says how far it is behind the pace of working days, and its number opens what it counted', () => {
  show(<TargetsCard targets={month([target()])} named />);
  const card = within(screen.getByRole('region', { name: 'Targets, Mar 2027' }));
  expect(card.getByText('Rohini Deshpande')).toBeTruthy();
  expect(card.getByText('8 behind')).toBeTruthy();
  expect(card.getByText(/of 60/)).toBeTruthy();
  expect(decodeURIComponent(hrefOf('42'))).toContain('cell=C2;2027-03-01;2027-03-26;user=01U');
  expect(hrefOf('Set targets')).toBe('/teams/targets?month=2027-03');
});

it.each([
  [{ cell: { value: 60 } }, false, 'Reached'],
  [{ cell: { value: 53 } }, false, '3 ahead'],
  [{ cell: { value: 50 } }, false, 'On track'],
  [{}, true, '18 short'],
  [{ kind: 'most', target: 40 } as const, false, '2 off'],
  [{ kind: 'least', cell: { value: null } } as const, false, 'No number yet'],
])('%o stands as %s %s', (values, isOver, text) => {
  show(<TargetsCard targets={month([target(values)], { is_over: isOver })} />);
  expect(screen.getByText(text)).toBeTruthy();
});

it('a month without targets offers those who may set them the way, and shows others nothing', () => {
  show(<TargetsCard targets={month([])} />);
  expect(hrefOf('Set targets')).toBeTruthy();
  cleanup();
  signedInAs(4);
  show(<TargetsCard targets={month([])} />);
  expect(screen.queryByRole('region')).toBeNull();
});

it('what waits in the office opens its list; what someone may not list is not there', () => {
  show(<OfficeCard counts={{ orders_pending: 3, documents_pending: 2 }} />);
  expect(hrefOf(/Payment pending/)).toBe('/order-reports?status=pending');
  expect(hrefOf(/Documents pending/)).toBe('/order-reports?application_state=documents_pending');
  expect(screen.queryByText('To verify')).toBeNull();
});

it('cards are moved by keyboard past those in the same column, hidden and removed', () => {
  const first: readonly PlacedCard[] = [
    { id: 'numbers', wide: true },
    { id: 'queue', wide: true },
    { id: 'hours' },
    { id: 'office', wide: true },
    { id: 'added-1', measure: 'C2', over: 'source' },
  ];
  const seen: (readonly PlacedCard[])[] = [];
  const now = (): readonly PlacedCard[] => seen.at(-1) ?? first;
  function Rows(): ReactNode {
    const [cards, setCards] = useState(first);
    const keep = (next: readonly PlacedCard[]): void => {
      seen.push(next);
      setCards(next);
    };
    return <CardRows view="day" cards={cards} onChange={keep} />;
  }
  show(<Rows />);
  const button = (name: string): HTMLButtonElement => screen.getByRole('button', { name });
  expect(button('Move up: Your work now').disabled).toBe(true);
  expect(button('Move up: Calls by hour').disabled).toBe(true);
  fireEvent.click(button('Move down: Your work now'));
  expect(now().map(({ id }) => id)).toEqual(['numbers', 'hours', 'office', 'queue', 'added-1']);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Calls by hour' }));
  expect(now().find(({ id }) => id === 'hours')!.hidden).toBe(true);
  fireEvent.click(button('Remove: Connected by primary source'));
  expect(now().some(({ id }) => id === 'added-1')).toBe(false);
});

it('each number of the day opens what it counted, a number of nothing opens nothing', () => {
  const numbers = { today: 0, yesterday: 4 };
  const names = ['L3', 'L5', 'C1', 'C2', 'C9', 'F2', 'F3', 'F5', 'P1', 'P4', 'A2'] as const;
  const tiles = Object.fromEntries(names.map((name, at) => [name, { ...numbers, today: name === 'P4' ? 0 : 60 * (at + 2) }]));
  show(<Tiles day={{ day: '2027-03-26', days: [], tiles } as unknown as MyDay} userId="01U" />);
  const cells = screen.getAllByRole('link').map((link) => decodeURIComponent(link.getAttribute('href')!).split('cell=')[1]);
  expect(cells).toEqual(
    ['C1', 'C2', 'C9', 'F3', 'F2', 'F5', 'L3', 'L5', 'P1'].map((measure) => `${measure};2027-03-26;2027-03-26;user=01U`),
  );
});

it('what a role does not see has no tile', () => {
  const tiles = { C1: { today: 3, yesterday: 2 }, L3: { today: 1, yesterday: 0 } };
  show(<Tiles day={{ day: '2027-03-26', days: [], tiles } as unknown as MyDay} userId="01U" />);
  expect([...document.querySelectorAll('.db-tile-title')].map((title) => title.textContent)).toEqual([
    'Dialled',
    'Leads assigned',
  ]);
});

it('the dashboard is read again when the next day begins', async () => {
  vi.useFakeTimers({ now: new Date('2027-03-26T18:28:30Z') }); // 23:58:30 in the tenant's zone
  const asked = stubNetwork(() => json({ code: 200, data: {} }));
  const client = new QueryClient();
  const reads = vi.spyOn(client, 'invalidateQueries');
  function Shown(): ReactNode {
    useLiveDay('2027-03-26');
    return null;
  }
  render(
    <QueryClientProvider client={client}>
      <Shown />
    </QueryClientProvider>,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads).toHaveBeenCalledOnce();
  expect(asked).toEqual([]);
  vi.useRealTimers();
});
