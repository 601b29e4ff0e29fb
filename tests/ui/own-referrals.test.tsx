import { Refine } from '@refinedev/core';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import LeadsPage from '../../src/custom/leads/leads-page';
import OwnReferralsPage from '../../src/custom/own-referrals/own-referrals-page';
import { dataProvider } from '../../src/providers/data-provider';
import { declareSubjects } from '../../src/providers/rights';
import { loadResource } from '../../src/providers/screens/resource-chunk';
import { setWho } from '../../src/providers/session/who';
import { levelsOf } from '../../src/schemas/kit/access';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork, type Asked } from './browser-fixture';

declareSubjects([
  { name: '/upload-csv-lead', access: { code: 'UPLOAD_LEAD_CSV' } },
  { name: '/leads/duplicates', access: { of: 'lead-suspects' } },
  { name: '/leads/referred-by-me', access: { code: 'LEADS' } },
]);

const referral = (id: string, change: object = {}): object => ({
  id,
  lead_id: `l-${id}`,
  to_user_id: 'u-9',
  state: 'pending',
  answer_reason: null,
  note: null,
  created_by: 'u-4',
  created_at: '2026-11-20T05:30:00.000Z',
  row_version: 1,
  _labels: { lead_id: `Sneha ${id}`, to_user_id: 'Anil Rao', created_by: 'Rohini' },
  ...change,
});
const lead = (id: string, user_id: string): object => ({
  id,
  name: `Lead ${id}`,
  phone: '+919876543210',
  user_id,
  row_version: 1,
});

beforeEach(async () => {
  freshBrowser('/leads/referred-by-me');
  signedIn();
  setWho({ role: 4, type: 'org', levels: levelsOf([{ code: 'LEADS', level: [1, 2, 3, 5, 6] }]) });
  await Promise.all([loadResource('lead-referrals'), loadResource('leads')]);
});
afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
});

function mount(address: string, page: ReactNode, resource: string, rows: readonly object[]): readonly Asked[] {
  const asked = stubNetwork(({ path, method }) => {
    if (method === 'GET' && path.startsWith(`res/${resource}?`)) return json(rows, 200, { 'x-total-count': String(rows.length) });
    if (path.startsWith('views/'))
      return json({ code: 200, data: { views: [], pinned: [], columns: null, role_columns: null, default_view: null } });
    if (path.startsWith('leads/')) return json({ code: 200, data: { unassigned: { count: 0 }, waiting: 0 } });
    return path.startsWith('res/') ? json([]) : json({ code: 200, data: [] });
  });
  render(
    <App>
      <MemoryRouter initialEntries={[address]}>
        <Refine dataProvider={dataProvider} options={{ disableTelemetry: true }}>
          {page}
        </Refine>
      </MemoryRouter>
    </App>,
  );
  return asked;
}

describe('referred by me', () => {
  it('lists who was asked, the answer and its reason; only what waits can be taken back', async () => {
    const asked = mount('/leads/referred-by-me', <OwnReferralsPage />, 'lead-referrals', [
      referral('1'),
      referral('2', { state: 'rejected', answer_reason: 'Speaks Tamil only' }),
    ]);
    const row = (await screen.findByText('Speaks Tamil only')).closest('tr')!;
    expect(row.textContent).toMatch(/Sneha 2.*Anil Rao.*Rejected/);
    expect(within(row).getByRole('link', { name: 'Sneha 2' }).getAttribute('href')).toBe('/lp/l-2/conversion');
    const list = asked.find(({ path }) => path.startsWith('res/lead-referrals?'))!;
    expect(new URLSearchParams(list.path.split('?')[1]).get('created_by')).toBe('u-4');
    expect(screen.queryByRole('button', { name: 'Take back Sneha 2' })).toBe(null);
    expect(screen.queryByRole('button', { name: /^Accept/ })).toBe(null);
    await userEvent.click(screen.getByRole('button', { name: 'Take back Sneha 1' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Take back' }));
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'PUT')).toMatchObject({
        path: 'res/lead-referrals/1/decision',
        body: { state: 'cancelled' },
      }),
    );
  });
});

describe('referred to me', () => {
  it('offers nothing of a lead that only the referral shows, and everything of one’s own', async () => {
    mount('/leads?type=assigned-leads', <LeadsPage />, 'leads', [lead('theirs', 'u-9'), lead('mine', 'u-4')]);
    await screen.findByText('Lead theirs');
    for (const act of ['Call', 'WhatsApp', 'Add Lead Stage for']) {
      expect(screen.queryByRole('button', { name: `${act} Lead theirs` })).toBe(null);
      expect(screen.getByRole('button', { name: `${act} Lead mine` })).toBeTruthy();
    }
    expect(screen.queryByRole('checkbox')).toBe(null);
    await userEvent.click(await screen.findByRole('button', { name: 'More for Lead theirs' }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Open']);
  });
});
