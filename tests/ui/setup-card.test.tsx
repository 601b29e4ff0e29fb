import { cleanup, render, screen, within } from '@testing-library/react';
import { matchRoutes, MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { SetupCard } from '../../src/custom/dashboard/setup-card';
import { pages } from '../../src/app-routes';

afterEach(cleanup);

it('a new tenant sees what is left to set up; each step leads to its page', () => {
  render(
    <MemoryRouter>
      <SetupCard done={{ people: true, leads: false, rules: false, providers: false }} />
    </MemoryRouter>,
  );
  const card = within(screen.getByRole('region', { name: 'Get started' }));
  expect(card.getByText('1 of 4 done')).toBeTruthy();
  const items = card.getAllByRole('listitem');
  expect(items.map((item) => /\(done\)/.test(item.textContent ?? ''))).toEqual([true, false, false, false]);
  const targets = card.getAllByRole('link').map((link) => link.getAttribute('href')!);
  expect(targets).toHaveLength(5);
  for (const target of targets) expect([target, matchRoutes([...pages], target)?.length ?? 0]).toEqual([target, 1]);
});
