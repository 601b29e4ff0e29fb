import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Captures } from '../../src/custom/lead-page/captures';
import { json } from './browser-fixture';
import { eachAsCounsellor, mount } from './lead-colleges-world';

eachAsCounsellor();

it('shows the newest enquiries, says that there are older ones, and shows those too', async () => {
  const all = Array.from({ length: 12 }, (_, at) => ({
    id: `c-${at}`,
    via: 'form',
    created_at: '2027-03-01T05:00:00.000Z',
    data: { city: `City ${at}` },
  }));
  const asked = mount(Captures, ({ path }) =>
    path.startsWith('res/lead-captures') ? json(all.slice(0, Number(/_end=(\d+)/.exec(path)?.[1]))) : undefined,
  );
  await screen.findByText('City 7');
  expect(screen.queryByText('City 8')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show older enquiries' }));
  await screen.findByText('City 11');
  expect(screen.queryByRole('button', { name: 'Show older enquiries' })).toBeNull();
  expect(asked.filter(({ path }) => path.startsWith('res/lead-captures'))).toHaveLength(2);
});
