import { fireEvent, render, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { SamePeople } from '../../src/custom/lead-page/same-people';
import type { Lead } from '../../src/schemas/leads/leads';

vi.mock('../../src/ui/leads/merge-on-demand', () => ({
  MergeDialog: Object.assign(
    function Dialog(): ReactNode {
      const [chosen, setChosen] = useState('nothing');
      return <button onClick={() => setChosen('the second')}>chosen: {chosen}</button>;
    },
    { warm: async () => undefined },
  ),
}));

it('the dialog that compares leads keeps what was chosen while the page reads its duplicates again', () => {
  const lead = { id: 'a', name: 'Asha' } as Lead;
  const same = [{ id: 'b', name: 'Aasha', reasons: [], owner_name: null, stage_name: null, created_at: '2026-11-01T04:30:00Z' }];
  const at = (now: typeof same): ReactNode => (
    <MemoryRouter>
      <SamePeople lead={lead} same={now} />
    </MemoryRouter>
  );
  const { rerender } = render(at(same));
  fireEvent.click(screen.getByRole('button', { name: 'Compare' }));
  fireEvent.click(screen.getByText('chosen: nothing'));
  for (const now of [[], same]) {
    rerender(at(now));
    expect(screen.getByText('chosen: the second')).toBeDefined();
  }
});
