import { Refine, type DataProvider } from '@refinedev/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { App } from './app-fixture';
import { MemoryRouter, Route, Routes } from 'react-router';
import { vi } from 'vitest';
import TenantPage from '../../src/custom/tenant-profile/tenant-page';
import { loadResource } from '../../src/providers/screens/resource-chunk';
import { freshBrowser, json, signedInAs, stubNetwork, type Asked } from './browser-fixture';

export const full = {
  id: 't-1',
  name: 'Northstar Admissions',
  short_name: 'Northstar',
  description: 'Guides students.',
  estd_year: 2012,
  email: 'office@northstar.example',
  phone: '9800000001',
  support_email: 'help@northstar.example',
  address1: 'Senapati Bapat Road',
  country: 'India',
  state: 'Maharashtra',
  city: 'Pune',
  tenant_type: 'college',
  base_url: 'https://northstar.example',
  pan_number: 'AAAAA0000A',
  cin_number: 'U12345MH2020PTC123456',
  gst_number: '27AAAAA0000A1Z5',
  website: 'https://northstar.example',
  app_released_on: '2026-03-01T10:07:33.000Z',
  default_college_id: 7,
  sms_sender_ids: [{ sender_id: 'NRTHST' }],
};
export const world: Record<string, () => Response | Promise<Response>> = {};
export let asked: Asked[];
let profile: Record<string, unknown>;
export const setUp = async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T06:00:00.000Z') });
  freshBrowser('/tenant-profile/t-1');
  await loadResource('tenant');
  profile = { ...full };
  Object.assign(world, {
    'get_tenant_by_id/t-1': () => json({ code: 200, data: [profile] }),
    'lead-gen/colleges': () =>
      json({ code: 200, data: Array.from({ length: 6 }, (_, n) => ({ clg_id: n, clg_name: `College ${n}` })) }),
    getcountries: () =>
      json({
        code: 200,
        data: ['India', 'Nepal', 'Bhutan', 'Ghana', 'Kenya'].map((name, id) => ({ id, name, phonecode: 90 + id })),
      }),
    'get-all-sources': () => json({ code: 200, data: [{ id: 's-1', name: 'Google' }] }),
    get_all_states: () =>
      json({
        code: 200,
        data: [
          { id: 14, value: 'Maharashtra' },
          { id: 15, value: 'Goa' },
        ],
      }),
    'get/city': () => json({ code: 200, data: [{ name: 'Panaji' }] }),
    'update_tenant/t-1': () => json({ code: 200, message: 'Tenant updated.' }),
    scrape_tenant_website_details: () => json({ code: 200, data: {} }),
  });
  asked = stubNetwork(({ path }) => world[path.split('?')[0]!]?.());
  signedInAs(1);
};
export const tearDown = () => {
  cleanup();
  document.body.innerHTML = '';
  vi.useRealTimers();
  vi.unstubAllGlobals();
};
export const wait = (ms = 50): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const provider = { getApiUrl: () => '', getList: () => Promise.resolve({ data: [], total: 0 }) } as unknown as DataProvider;
export async function page(state?: object): Promise<void> {
  render(
    <App>
      <MemoryRouter initialEntries={[{ pathname: '/tenant-profile/t-1', state }]}>
        <Refine dataProvider={provider} options={{ disableTelemetry: true }}>
          <Routes>
            <Route path="/tenant-profile/:id" element={<TenantPage />} />
          </Routes>
        </Refine>
      </MemoryRouter>
    </App>,
  );
  await wait();
}
export async function edit(change: object = {}): Promise<void> {
  profile = { ...full, ...change };
  await page();
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  for (let n = 0; n < 3; n++) await wait(101);
}
export const field = (name: string): HTMLInputElement => document.querySelector<HTMLInputElement>(`#tenant-${name}`)!;
export const type = (name: string, value: string): void => {
  fireEvent.change(field(name), { target: { value } });
};
/** Its loading icon may still be fading out, and part of its name. */
export const saveButton = (): HTMLButtonElement => screen.getByRole<HTMLButtonElement>('button', { name: /Save$/ });
export async function submit(): Promise<void> {
  fireEvent.submit(document.querySelector('form')!);
  await wait();
}
export const sent = (): FormData | undefined =>
  asked.find(({ path }) => path === 'update_tenant/t-1')?.body as FormData | undefined;
export const toastOf = (kind: string): string | undefined => document.querySelector(`.p-toast-${kind}`)?.textContent ?? undefined;
export const isOpen = (): boolean => screen.queryByRole('dialog', { name: 'Edit Tenant Profile' }) !== null;
export const setProfile = (next: typeof profile): void => void (profile = next);
