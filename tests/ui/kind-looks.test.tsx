import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { cellOf, textOf, valueOf } from '../../src/resources/kind-looks';
import { leads } from '../../src/schemas/leads/leads';
import { attendance } from '../../src/schemas/workforce/attendance';

afterEach(cleanup);
const longAgo = '2024-03-02T05:30:00Z';

it('a list shows the time of an event in the tenant’s zone, but only the day of a row’s creation', () => {
  const row = { id: '1', check_in: longAgo, created_at: longAgo };
  render(
    <>
      {cellOf(attendance, 'check_in', row)} / {cellOf(attendance, 'created_at', row)}
    </>,
  );
  expect(screen.getAllByText(/Mar/).map((one) => one.textContent)).toEqual(['2 Mar 2024 11:00', '2 Mar 2024']);
});

it('an empty field shows the text that its schema declares for it', () => {
  for (const look of [cellOf, valueOf, textOf]) {
    expect(look(leads, 'stage_id', { id: '1', stage_id: null })).toBe('Fresh');
    expect(look(leads, 'source', { id: '1', source: null })).toBe('–');
  }
});
