import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { callColumns } from '../../src/custom/lead-page/call-columns';
import { leadText, looseText } from '../../src/custom/lead-page/lead-values';
import { sheetOf } from '../../src/custom/lead-page/profile-sheet';
import type { Call } from '../../src/schemas/leads/calls';
import type { Lead } from '../../src/schemas/leads/leads';

afterEach(cleanup);

const lead = {
  id: 'l-1',
  name: 'Sneha Kulkarni',
  phone: '+919876543210',
  alternate_phone: '+919822000001',
  gender: 'male',
  lead_type: 'walk_in',
  date_of_birth: '2008-03-02',
  priority: 2,
  is_verified: 0,
  do_not_disturb: false,
  course: '01JCOURSE',
  next_followup_at: '2026-03-10T08:00:00.000Z',
  created_at: '2026-03-01T08:00:00.000Z',
  _labels: { course: 'B.Tech' },
} as unknown as Lead;

it('every field of the profile is in words', () => {
  const rows = sheetOf(lead, 'College').flatMap((group) => group.rows);
  const text = (field: string): string | undefined => rows.find((row) => row.field === field)?.text;
  expect(['phone', 'alternate_phone', 'gender', 'lead_type', 'date_of_birth', 'priority', 'is_verified'].map(text)).toEqual([
    '98765 43210',
    '98220 00001',
    'Male',
    'Walk in',
    '2 Mar 2008',
    'High',
    'Not Verified',
  ]);
  expect([text('course'), text('do_not_disturb')]).toEqual(['B.Tech', 'No']);
  expect(leadText(lead, 'next_followup_at')).toBe('10 Mar 2026, 13:30');
});

it('a custom value is in words too', () => {
  const values = [true, '2026-12-01', '2026-12-01T05:00:00.000Z', '+919822000001', ['A', 'B'], { level: 2 }, 'As typed', null];
  expect(values.map(looseText)).toEqual([
    'Yes',
    '1 Dec 2026',
    '1 Dec 2026, 10:30',
    '98220 00001',
    'A, B',
    'Level: 2',
    'As typed',
    '',
  ]);
});

it('a call is in words, and its number is called through the product, if at all', () => {
  const row = { id: 'c-1', direction: 'outbound', outcome: 'invalid', phone: '+919822000001', talk_s: 0 } as unknown as Call;
  const show = (mayCall: boolean): HTMLElement => {
    cleanup();
    const cells = callColumns(lead, mayCall).map(({ name, cell }) => <td key={name}>{cell(row)}</td>);
    render(
      <table>
        <tbody>
          <tr>{cells}</tr>
        </tbody>
      </table>,
    );
    return screen.getByRole('row');
  };
  expect(within(show(true)).getByRole('button', { name: '98220 00001' })).toBeTruthy();
  expect(screen.getByRole('row').textContent).toContain('Wrong numberOutbound');
  expect(within(show(false)).getByText('98220 00001').closest('button, a')).toBeNull();
});
