import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import LeadPage from '../../src/custom/lead-page/lead-page';
import { leadTabs } from '../../src/custom/lead-page/tabs';
import { screens } from '../../src/custom/lead-page/screen';
import type { JourneyEntry } from '../../src/schemas/kit/lead-journey';
import { shownList } from '../../src/providers/screens/list-on-page';
import { forgetPermissions, knowUser } from '../../src/providers/session/permissions';
import { leadTabNames } from '../../src/schemas/kit/lead-page';
import { App } from './app-fixture';
import { lead, panel } from './lead-page-fixture';
import { freshBrowser, json, signedIn, stubNetwork, type Asked } from './browser-fixture';

const wrote: JourneyEntry = {
  kind: 'message',
  id: 'm-1',
  at: '2026-11-23T06:00:00.000Z',
  user_id: 'u-1',
  user_name: 'Rohini',
  channel: 'whatsapp',
  direction: 'out',
  type: 'text',
  text: 'Your brochure',
  status: 'read',
  error: null,
};

let asked: readonly Asked[];
let referral: object | null = null;
let refused = 'gone';
let refusePanel = false;
let refusal: 403 | 404 = 404;
beforeEach(() => {
  freshBrowser('/lp/x/conversion');
  forgetPermissions();
  referral = null;
  refused = 'gone';
  refusePanel = false;
  signedIn({ role: 1 });
  knowUser();
  asked = stubNetwork(({ path }) => {
    if (path.includes('/panel') && refusePanel) return json({ code: 403, message: 'Refused' });
    if (path.includes('/panel')) return json({ code: 200, data: { ...panel, referral } });
    if (path.includes('/journey')) return json({ code: 200, data: [wrote], next: null });
    if (path.endsWith('/favourite')) return json({ code: 200, data: {} });
    if (/\/(owners|field-history)/.test(path)) return json({ code: 200, data: [] });
    if (path.includes('users/colleagues')) return json({ code: 200, data: [{ id: 'u-9', name: 'Anil Rao', away: false }] });
    if (path.includes('res/virtual-meetings')) return json([]);
    if (path.includes('res/lead-captures'))
      return json([{ id: 'c-1', via: 'form', created_at: lead.created_at, data: { name: 'Sai Lakshmi', city: 'Nashik' } }]);
    if (path.endsWith(`res/leads/${refused}`)) return json({ code: refusal, message: 'Refused' }, refusal);
    return json(path.includes('res/leads/l-2') ? { ...lead, id: 'l-2', city: 'Goa' } : lead);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  shownList.now = undefined;
});

function Place(): ReactNode {
  const { pathname, search } = useLocation();
  return <output data-testid="place">{pathname + search}</output>;
}
const place = (): string => screen.getByTestId('place').textContent;
function open(tab = 'conversion', id = lead.id): void {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })}>
      <App>
        <MemoryRouter initialEntries={[`/lp/${id}/${tab}`]}>
          <Place />
          <Routes>
            <Route path="/lp/:id/:tab" element={<LeadPage />} />
          </Routes>
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  );
}
const reads = (part: string): number => asked.filter(({ path, method }) => method === 'GET' && path.includes(part)).length;
const strip = async (): Promise<HTMLElement> => screen.findByRole('navigation', { name: 'Lead page' });

describe('the frame of the lead page', () => {
  it('ROUTE-018 ROUTE-019 ROUTE-020 ROUTE-021 ROUTE-022 ROUTE-023 ROUTE-024 ROUTE-025 every tab has its address, and all load one page', () => {
    const tabs = leadTabNames.map((name) => screens.find(({ path }) => path === `/lp/:id/${name}`));
    expect(tabs.every((one) => one !== undefined)).toBe(true);
    expect(new Set(tabs.map((one) => one!.load)).size).toBe(1);
    expect(leadTabs.every(({ name }) => leadTabNames.includes(name))).toBe(true);
  });

  it('is read by three calls, and another tab reads nothing of the lead again', async () => {
    open();
    await screen.findByText('Your brochure');
    const own = asked.filter(({ path }) => /leads\/|journey|panel/.test(path)).map(({ path }) => path);
    expect(own.map((path) => path.replace(/\?.*/, ''))).toEqual([
      `res/leads/${lead.id}`,
      `leads/${lead.id}/panel`,
      `leads/${lead.id}/journey`,
    ]);
    fireEvent.click(within(await strip()).getByRole('link', { name: 'Owner history 3' }));
    await screen.findByText('Nobody has owned this lead yet');
    expect(place()).toContain('/lead-owner-history');
    expect([reads('res/leads/'), reads('/panel')]).toEqual([1, 1]);
    expect(within(await strip()).getByRole('link', { current: 'page' }).textContent).toBe('Owner history 3');
    expect(
      within(await strip())
        .getByRole('link', { name: 'Call history' })
        .textContent?.trim(),
    ).toBe('Call history');
  });

  it('the arrow keys move between the tabs', async () => {
    open();
    const links = within(await strip()).getAllByRole('link');
    links[0]!.focus();
    fireEvent.keyDown(links[0]!, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(links[1]);
    fireEvent.keyDown(links[1]!, { key: 'End' });
    expect(document.activeElement).toBe(links.at(-1));
    fireEvent.keyDown(links.at(-1)!, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(links[0]);
  });

  it('an address whose tab the tenant does not have leads to the first tab', async () => {
    open('virtual-meeting-history');
    await waitFor(() => expect(place()).toBe(`/lp/${lead.id}/conversion`));
  });

  it('More begins a note in the composer, and a meeting where the tenant has them', async () => {
    open('lead-owner-history');
    await screen.findByText('Nobody has owned this lead yet');
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(screen.queryByRole('menuitem', { name: 'Schedule meeting' })).toBeNull();
    fireEvent.click(screen.getByRole('menuitem', { name: 'Add note' }));
    const box = await screen.findByRole('textbox', { name: 'Note' });
    await waitFor(() => expect(document.activeElement).toBe(box));
    cleanup();
    signedIn({ role: 1 }, { vc_meetings_enabled: 1 });
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'More' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Schedule meeting' }));
    expect(await screen.findByRole('dialog', { name: /^Schedule meeting/ })).toBeTruthy();
    expect(place()).toBe(`/lp/${lead.id}/virtual-meeting-history`);
  });

  it('shows the whole name, stage, verification, score, enquiries, open tickets, and compares possible duplicates', async () => {
    open();
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(lead.name);
    for (const text of ['Verified', 'Enquired 3 times', 'Score 71', 'Phone is wrong'])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByTitle(/^Lead 01JLEAD0000000000000KX72QD/).textContent).toBe('Lead KX72QD · 22 Nov 2026');
    fireEvent.click(screen.getByRole('button', { name: 'Compare' }));
    expect(await screen.findByText('Compare and merge')).toBeTruthy();
    const cells = (await screen.findByRole('row', { name: /City/, hidden: true })).querySelectorAll('td');
    expect([...cells].map(({ textContent }) => textContent)).toEqual(['Pune', 'Goa']);
    expect(cells[0]!.parentElement!.textContent).toContain('(differs)');
  });
});

describe('a lead that a colleague referred', () => {
  const asking = {
    id: 'r-1',
    state: 'pending',
    to_user_id: 'u-4',
    note: 'Lives in Goa',
    asker_name: 'Anil Rao',
    only_read: true,
  };
  it('is read and answered; what changes it is offered once it is accepted', async () => {
    referral = asking;
    open();
    const bar = await screen.findByRole('region', { name: 'Referral' });
    expect(bar.textContent).toContain('Anil Rao referred this lead to you Lives in Goa');
    expect(await within(bar).findByRole('button', { name: 'Accept' })).toBeTruthy();
    expect(within(bar).getByRole('button', { name: 'Reject' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Add Lead Stage' })).toBeNull());
    expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Print', 'Copy lead number']);
    const offered = [...document.querySelectorAll('.lp-left button')].map(
      (one) => one.getAttribute('aria-label') ?? one.textContent,
    );
    expect(offered).toEqual(['More', 'Compare']);
    for (const shown of ['98765 43210', '98220 00001', lead.email])
      expect(screen.getByText(shown).closest('button, a')).toBeNull();
  });
  it('has only the tabs that the server shows before it is accepted, and no value to take over', async () => {
    referral = asking;
    open('profiles');
    await screen.findByRole('region', { name: 'Referral' });
    const names = within(await strip()).getAllByRole('link');
    expect(names.map(({ textContent }) => textContent!.trim())).toEqual(['Conversion', 'Owner history 3', 'Profile']);
    await screen.findByText('Nashik');
    expect(screen.queryByRole('button', { name: 'Use Nashik as city' })).toBeNull();
    cleanup();
    open('college-shortlisted');
    await waitFor(() => expect(place()).toBe(`/lp/${lead.id}/conversion`));
  });
  it('of the user’s own team can be changed at once, and any lead can be referred', async () => {
    referral = { ...asking, only_read: false };
    open();
    await screen.findByRole('region', { name: 'Referral' });
    expect(screen.getByRole('button', { name: 'Add Lead Stage' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Refer' }));
    expect(await screen.findByText(`Refer ${lead.name}`)).toBeTruthy();
  });
});

describe('a lead that the user cannot open', () => {
  const list = (): unknown =>
    (shownList.now = {
      title: 'Leads',
      address: '/leads?type=all',
      rows: {
        resource: { name: 'leads' },
        rows: [{ id: 'l-2' }, { id: 'gone' }, { id: lead.id }],
        state: { page: 1, size: 10 },
        total: 3,
        totalExact: true,
        next: undefined,
        prev: undefined,
        query: {},
      },
    });

  it.each([
    [403, "You don't have access to this lead", 'It may have been reassigned to someone else.'],
    [404, 'This lead does not exist', 'It may have been merged or deleted.'],
  ] as const)('%i: says why, and the keys of the list lead on', async (status, title, why) => {
    refusal = status;
    list();
    open('conversion', 'gone');
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText(why)).toBeTruthy();
    await waitFor(() => expect(screen.getByRole('group', { name: 'Place in the list' }).textContent).toBe('2 left'));
    expect(screen.getByRole('button', { name: 'Previous lead' })).toHaveProperty('disabled', false);
    fireEvent.keyDown(document.body, { key: 'n' });
    await waitFor(() => expect(place()).toBe(`/lp/${lead.id}/conversion`));
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
  });

  it('was reassigned while it opened: the panel is refused, and the page says so', async () => {
    refusePanel = true;
    open();
    expect(await screen.findByText("You don't have access to this lead")).toBeTruthy();
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  });

  it('was open when it was reassigned: it is not shown any longer', async () => {
    open('conversion', 'mine');
    await screen.findByRole('heading', { level: 1 });
    [refused, refusal] = ['mine', 403];
    fireEvent.click(screen.getByRole('button', { name: 'Favourite' }));
    expect(await screen.findByText("You don't have access to this lead")).toBeTruthy();
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  });
});

describe('the filters of the journey', () => {
  it('are part of the address and of the call', async () => {
    open('conversion?type=note&person=u-9');
    await screen.findByText('Your brochure');
    expect(asked.find(({ path }) => path.includes('/journey'))!.path).toMatch(/type=note.*person=u-9/);
  });
});

describe('the profile', () => {
  it('offers a value that an enquiry said differently, and saves it with the version that was seen', async () => {
    open('profiles');
    fireEvent.click(await screen.findByRole('button', { name: 'Use Nashik as city' }));
    await waitFor(() => expect(asked.some(({ method }) => method === 'PATCH')).toBe(true));
    const sent = asked.find(({ method }) => method === 'PATCH')!;
    expect(sent.path).toContain(`res/leads/${lead.id}`);
    expect(JSON.parse(JSON.stringify(sent.body))).toEqual({ city: 'Nashik', row_version: 3 });
  });
});
