import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { App } from './app-fixture';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { screens } from '../../src/custom/tenant-profile/screen';
import TenantPage from '../../src/custom/tenant-profile/tenant-page';
import { freshBrowser, json, signedInAs, stubNetwork, type Asked } from './browser-fixture';

const tenant = {
  id: 't-1',
  name: 'Northstar Admissions',
  logo_image: '/api/files/logo.png',
  description: 'Guides students to the right college.',
  facebook: 'https://facebook.com/northstar',
  instagram: 'https://instagram.com/northstar',
  youtube: 'https://youtube.com/northstar',
  twitter: 'https://x.com/northstar',
  phone: '9800000001',
  support_call: '1800 200 300',
  support_email: 'help@northstar.example',
  addresstype: 'Head Office',
  address2: 'Senapati Bapat Road',
  country: 'Nepal',
  state: 'Maharashtra',
  city: 'Pune',
  pincode: '411016',
  gst_number: '27AAAAA0000A1Z5',
  pan_number: 'AAAAA0000A',
  cin_number: 'U12345MH2020PTC123456',
  tenant_type: 'university',
  website: 'https://northstar.example',
  wp_api_enabled: 1,
};
let answer: () => Response | Promise<Response>;
let asked: Asked[];
let tested: () => Response;
beforeEach(() => {
  freshBrowser('/tenant-profile/t-1');
  answer = () => json({ code: 200, message: 'ok', data: [tenant, { name: 'Second' }] });
  asked = stubNetwork(({ path }) =>
    path === 'get_tenant_by_id/t-1' ? answer() : path === 'test_tenant_connection' ? tested() : undefined,
  );
  signedInAs(4);
});
afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
});
const open = (): void => {
  render(
    <App>
      <MemoryRouter initialEntries={['/tenant-profile/t-1']}>
        <Routes>
          <Route path={screens[0]!.path} element={<TenantPage />} />
        </Routes>
      </MemoryRouter>
    </App>,
  );
};
const facts = async (): Promise<Record<string, string>> => {
  const box = await screen.findByRole('region', { name: 'Basic Details' });
  return Object.fromEntries(
    [...box.querySelectorAll('dl > div')].map((row) => [
      row.querySelector('dt')!.textContent,
      row.querySelector('dd')!.textContent,
    ]),
  );
};

describe('the tenant profile', () => {
  it('TENANT-001 is at its path', () => expect(screens[0]!.path).toBe('/tenant-profile/:id'));

  it('TENANT-002 TENANT-003 TENANT-004 TENANT-005 TENANT-006 TENANT-007 TENANT-008 has logo, name, networks and description in its header', async () => {
    open();
    expect((await screen.findByAltText<HTMLImageElement>('Logo of Northstar Admissions')).getAttribute('src')).toBe(
      '/api/files/logo.png',
    );
    expect(screen.getByRole('heading', { name: 'Northstar Admissions' })).toBeDefined();
    expect(screen.getByText('Guides students to the right college.')).toBeDefined();
    for (const name of ['facebook', 'instagram', 'youtube', 'twitter'] as const)
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(tenant[name]);
  });

  it('TENANT-009 TENANT-010 TENANT-011 TENANT-012 TENANT-013 TENANT-014 TENANT-015 TENANT-016 TENANT-017 TENANT-018 TENANT-019 TENANT-020 TENANT-021 TENANT-022 TENANT-023 lists its basic details', async () => {
    open();
    expect(await facts()).toEqual({
      Phone: '9800000001',
      'Support phone': '1800 200 300',
      'Support email': 'help@northstar.example',
      'Address type': 'Head Office',
      'Address 2': 'Senapati Bapat Road',
      Country: 'Nepal',
      State: 'Maharashtra',
      City: 'Pune',
      Pincode: '411016',
      GST: '27AAAAA0000A1Z5',
      PAN: 'AAAAA0000A',
      CIN: 'U12345MH2020PTC123456',
      'Tenant type': 'University/Institute',
      Website: 'https://northstar.example',
      'WhatsApp API': 'Enabled',
    });
  });

  it('TENANT-024 TENANT-038 shows - for an empty line, India for an empty country, no icon for an empty network', async () => {
    answer = () =>
      json({ code: 200, data: [{ id: 't-1', name: 'Bare', country: '', facebook: null, twitter: 'javascript:alert(1)' }] });
    open();
    const { Country, 'WhatsApp API': whatsapp, ...rest } = await facts();
    expect(Country).toBe('India');
    expect(whatsapp).toBe('Not enabled');
    expect([...new Set(Object.values(rest))]).toEqual(['-']);
    expect(screen.queryAllByRole('link')).toEqual([]);
  });

  it('TENANT-027 shows a loader first', () => {
    answer = () => new Promise(() => undefined);
    open();
    expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined();
  });

  it.each([
    ['TENANT-032 code 404', () => json({ code: 404, message: 'Tenant not found.' }), 'Tenant not found.', 'warning'],
    ['TENANT-033 code 500', () => json({ code: 500, message: 'no' }), 'Server Error', 'error'],
    ['TENANT-034 any other code', () => json({ code: 418, message: 'no' }), 'Some Error', 'error'],
    [
      'TENANT-039 HTTP 404 with the code',
      () => json({ code: 404, message: 'Tenant not found.' }, 404),
      'Tenant not found.',
      'warning',
    ],
    ['TENANT-039 HTTP 500 with the code', () => json({ code: 500, message: 'x' }, 500), 'Server Error', 'error'],
    ['TENANT-039 no answer', () => Promise.reject(new TypeError('Failed to fetch')), 'Some Error', 'error'],
  ])('%s', async (_name, reply, text, kind) => {
    answer = reply;
    open();
    const toast = await screen.findByText(text);
    expect(toast.closest(`.p-toast-${kind}`)).not.toBeNull();
    expect(await screen.findByText('This profile could not be shown.')).toBeDefined();
    answer = () => json({ code: 200, data: [tenant] });
    screen.getByRole('button', { name: 'Retry' }).click();
    expect((await facts())['Phone']).toBe('9800000001');
  });
});

describe('the connections of the tenant profile', () => {
  const on = {
    ...tenant,
    is_teams_auth_log_webhook_enabled: 1,
    teams_auth_log_webhook_url: 'https://teams.example/a',
    is_teams_leave_webhook_enabled: 1,
    zoho_integration: 1,
  };
  beforeEach(() => (answer = () => json({ code: 200, message: 'ok', data: [on] })));

  it('can be tested only by role 1, if they are switched on and have an address', async () => {
    open();
    await facts();
    expect(screen.queryByRole('region', { name: 'Connections' })).toBeNull();
    cleanup();
    signedInAs(1);
    open();
    const box = within(await screen.findByRole('region', { name: 'Connections' }));
    const state = box
      .getAllByRole<HTMLButtonElement>('button')
      .map((one) => [one.getAttribute('aria-label'), !one.disabled, one.closest('li')!.querySelector('.p-tag')!.textContent]);
    expect(state).toEqual([
      ['Test Teams: sign-ins', true, 'On'],
      ['Test Teams: attendance', false, 'Off'],
      ['Test Teams: leave', false, 'Off'],
      ['Test Zoho CRM', true, 'On'],
    ]);
  });

  it('a test sends one sample, and shows the answer, its status and duration', async () => {
    signedInAs(1);
    open();
    const box = within(await screen.findByRole('region', { name: 'Connections' }));
    // antd's button ignores clicks until its effect has ended the spinner, after the answer is shown
    const test = async (name: string): Promise<void> => {
      const button = box.getByRole('button', { name });
      await waitFor(() => expect(button.className).not.toContain('loading'));
      fireEvent.click(button);
    };
    const ok = { taken: true, sandbox: false, status: 202, ms: 31 };
    tested = () => json({ code: 200, message: 'Teams received the sample.', data: ok });
    await test('Test Teams: sign-ins');
    expect((await box.findByText('Teams received the sample. · status 202 · 31 ms')).className).not.toContain('error');
    tested = () => json({ code: 200, message: 'Zoho answered 401.', data: { ...ok, taken: false, status: 401 } });
    await test('Test Zoho CRM');
    expect((await box.findByText('Zoho answered 401. · status 401 · 31 ms')).className).toContain('error');
    tested = () => json({ code: 429, message: 'Too many test samples. Please try again in an hour.' });
    await test('Test Zoho CRM');
    expect(await box.findByText('Too many test samples. Please try again in an hour.')).toBeDefined();
    expect(asked.flatMap(({ path, body }) => (path === 'test_tenant_connection' ? [body] : []))).toEqual([
      { connection: 'teams_auth_log' },
      { connection: 'zoho' },
      { connection: 'zoho' },
    ]);
  });
});
