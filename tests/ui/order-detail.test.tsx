import { cleanup, render, screen, within } from '@testing-library/react';
import { App } from './app-fixture';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import OrderPage from '../../src/custom/order-detail/order-page';
import { screens } from '../../src/custom/order-detail/screen';
import { setWho } from '../../src/providers/session/who';
import { levelsOf, type Who } from '../../src/schemas/kit/access';
import { freshBrowser, json, signedIn, stubNetwork, type Asked } from './browser-fixture';

const order = {
  id: 'o-1',
  billing_first_name: 'Lakshmi Priya',
  billing_last_name: 'Venkataraman',
  billing_phone: '+919444018362',
  billing_email: 'lakshmi@example.com',
  user_agent: 'Mozilla/5.0 Chrome/133',
  ip: '49.36.98.141',
  status: 'paid',
  created_at: '2026-03-02T06:35:00.000Z',
  payment_at: '2026-03-12T18:35:00.000Z',
  total: 125000,
};
const reader: Who = { role: 4, type: 'org', levels: levelsOf([{ code: 'CAF_Application_Form_Report', level: 6 }]) };
let asked: Asked[];
let answer: () => Response | Promise<Response>;
beforeEach(() => {
  freshBrowser('/product-order-detail/o-1');
  answer = () => json({ code: 200, data: [order, { ...order, billing_first_name: 'Second' }] });
  asked = stubNetwork(({ path }) => (path.startsWith('product-order-detail/') ? answer() : undefined));
  signedIn();
  setWho(reader);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
const open = (): void => {
  render(
    <App>
      <MemoryRouter initialEntries={['/product-order-detail/o-1']}>
        <Routes>
          <Route path={screens[0]!.path} element={<OrderPage />} />
        </Routes>
      </MemoryRouter>
    </App>,
  );
};
const facts = async (): Promise<Record<string, string>> => {
  const box = await screen.findByRole('region', { name: 'Order' });
  return Object.fromEntries(
    [...box.querySelectorAll('dl > div')].map((row) => [
      row.querySelector('dt')!.textContent,
      row.querySelector('dd')!.textContent,
    ]),
  );
};

describe('an order', () => {
  it('ORDER-001 ROUTE-029 is at its path, for users who may open the orders', () =>
    expect(screens).toMatchObject([{ path: '/product-order-detail/:id', access: { of: 'orders' } }]));

  it('ORDER-002 shows a loader first', async () => {
    answer = () => new Promise(() => undefined);
    open();
    expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Order' })).toBeNull();
  });

  it('ORDER-004 ORDER-005 ORDER-006 ORDER-007 ORDER-008 ORDER-009 ORDER-010 ORDER-011 ORDER-012 ORDER-013 shows its values', async () => {
    open();
    expect(await facts()).toEqual({
      'First Name': 'Lakshmi Priya',
      'Last Name': 'Venkataraman',
      'Phone No.': '+919444018362',
      Email: 'lakshmi@example.com',
      'User Agent': 'Mozilla/5.0 Chrome/133',
      IP: '49.36.98.141',
      Status: 'Paid',
      Created: 'Mar 02, 2026 12:05 PM',
      Payment: 'Mar 13, 2026 12:05 AM',
      Total: '₹ 1,25,000',
    });
  });

  it('ORDER-014 ORDER-015 CONST-046 loads once, shows the first order, dates as MMM DD, YYYY h:mm A', async () => {
    open();
    const { Created, Payment, 'First Name': name } = await facts();
    expect([name, Created, Payment]).toEqual(['Lakshmi Priya', 'Mar 02, 2026 12:05 PM', 'Mar 13, 2026 12:05 AM']);
    expect(asked.map(({ path }) => path)).toEqual(['product-order-detail/o-1']);
  });

  it('ORDER-003 ACL-011 hides everything from role 5, and makes no request', () => {
    setWho({ ...reader, role: 5 });
    open();
    expect(screen.getByText('You do not have permission to view this data.')).toBeDefined();
    expect(asked).toEqual([]);
  });

  it.each([
    ['another code', () => json({ code: 404, message: 'There is no such order.' })],
    ['an HTTP failure', () => json({}, 503)],
    ['an empty list', () => json({ code: 200, data: [] })],
  ])('ORDER-016 %s shows no toast, only a message in place of the order', async (_name, reply) => {
    answer = reply;
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    open();
    expect(within(await screen.findByRole('alert')).getByText('This order could not be shown.')).toBeDefined();
    expect(document.querySelector('.p-toast')).toBeNull();
    expect(logged.mock.calls.length).toBe(_name === 'an empty list' ? 0 : 1);
  });
});
