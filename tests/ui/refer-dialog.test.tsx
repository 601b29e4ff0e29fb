import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LeadsReferred } from '../../src/schemas/calls/lead-referrals';
import { ReferDialog, type LeadsToRefer } from '../../src/ui/leads/refer-dialog';
import { referredText, sharesText } from '../../src/ui/leads/referred-text';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth, type Asked } from './browser-fixture';

vi.mock('virtual:manifest', () => ({ manifest: [], loadChunk: () => Promise.reject(new Error('none here')) }));

const people = [
  { id: 'u-4', name: 'Rohini Deshpande', away: false },
  { id: 'u-5', name: 'Asha Menon', away: false },
  { id: 'u-6', name: 'Kiran Rao', away: false },
  { id: 'u-7', name: 'Meera Iyer', away: false },
];
const referred: LeadsReferred = {
  referred: 42,
  shares: [
    { user_id: 'u-5', name: 'Asha Menon', count: 14 },
    { user_id: 'u-6', name: 'Kiran Rao', count: 14 },
    { user_id: 'u-7', name: 'Meera Iyer', count: 14 },
  ],
  already_asked: 1,
  already_theirs: 0,
};
let asked: Asked[];
let answer: () => Response;
let closed: boolean | undefined;
beforeEach(() => {
  freshBrowser();
  windowWidth(1366);
  closed = undefined;
  answer = () => json({ code: 200, message: '42 leads referred.', data: referred });
  asked = stubNetwork(({ path }) => {
    if (path === 'users/colleagues') return json({ code: 200, data: people });
    return path === 'leads/refer' ? answer() : undefined;
  });
  signedIn();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(leads: LeadsToRefer): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <ReferDialog leads={leads} onClose={(done) => (closed = done)} />
      </App>
    </QueryClientProvider>,
  );
}
const offered = (): (string | null)[] =>
  [...document.querySelectorAll('.ant-select-item-option-content')].map((one) => one.textContent);
async function choose(...names: string[]): Promise<void> {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Refer to' }));
  for (const name of names) fireEvent.click(await screen.findByText(name, { selector: '.ant-select-item-option-content' }));
}
const button = (): HTMLButtonElement => screen.getByRole<HTMLButtonElement>('button', { name: 'Refer', hidden: true });
const sent = () => asked.filter(({ path }) => path === 'leads/refer').map(({ body }) => body);

describe('the refer dialog', () => {
  const query = { type: 'all', stage_id: 's-1' };

  it('offers the other colleagues, shows what each gets, sends the whole list with a note once, and says what was skipped', async () => {
    show({ chosen: { query }, text: '43 leads', count: 43 });
    expect(button().disabled).toBe(true);
    await choose('Asha Menon', 'Kiran Rao', 'Meera Iyer');
    expect(offered()).toEqual(['Asha Menon', 'Kiran Rao', 'Meera Iyer']);
    expect(await screen.findByText('By round robin, 43 leads: Asha Menon 15, Kiran Rao 14, Meera Iyer 14')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Note'), { target: { value: ' They live in Goa ' } });
    fireEvent.click(button());
    await waitFor(() => expect(closed).toBe(true));
    expect(sent()).toEqual([
      { query, to_user_ids: ['u-5', 'u-6', 'u-7'], note: 'They live in Goa', client_ref: expect.stringMatching(/.{10,}/) },
    ]);
    expect(
      await screen.findByText(/42 leads referred: Asha Menon 14.* 1 lead skipped: someone has already been asked\./),
    ).toBeTruthy();
  });

  it('stays open with the server’s sentence and what was typed, and sends the same key again', async () => {
    answer = () => json({ code: 409, message: 'Someone has already been asked to take this lead.' });
    show({ chosen: { lead_ids: ['l-1'] }, text: 'Asha Rao', count: 1 });
    await choose('Kiran Rao');
    fireEvent.click(button());
    expect(await screen.findByText('Someone has already been asked to take this lead.')).toBeTruthy();
    answer = () =>
      json({
        code: 422,
        message: 'x',
        errors: [{ path: 'to_user_ids', message: 'This user is not active and cannot receive leads' }],
      });
    fireEvent.click(button());
    expect(await screen.findByText('This user is not active and cannot receive leads')).toBeTruthy();
    expect(closed).toBeUndefined();
    const keys = sent().map((body) => (body as { client_ref: string }).client_ref);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });
});

it('what happened is one sentence per part', () => {
  expect(sharesText(2, ['Asha', 'Kiran', 'Meera'])).toBe('2 leads: Asha 1, Kiran 1, Meera 0');
  const one = { referred: 1, shares: [{ user_id: 'u-5', name: 'Asha Menon', count: 1 }], already_asked: 0, already_theirs: 0 };
  expect(referredText(one)).toBe('1 lead referred to Asha Menon.');
  expect(referredText({ ...one, already_asked: 2, already_theirs: 1 })).toBe(
    '1 lead referred to Asha Menon. 2 leads skipped: someone has already been asked. 1 lead skipped: already theirs.',
  );
});
