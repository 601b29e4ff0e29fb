import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from './app-fixture';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HandOver } from '../../src/ui/leads/hand-over';
import { TicketFacts } from '../../src/custom/help-support/ticket-facts';
import type { TicketRow } from '../../src/custom/help-support/ticket-calls';
import { RulesStep } from '../../src/custom/lead-upload/rules-step';
import type { UploadRules } from '../../src/schemas/kit/lead-uploads';
import { ReassignDialog } from '../../src/custom/leads/reassign-dialog';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth, type Asked } from './browser-fixture';

vi.mock('virtual:manifest', () => ({ manifest: [], loadChunk: () => Promise.reject(new Error('none here')) }));

const people = [
  { id: 'u-4', name: 'Rohini Deshpande', away: false },
  { id: 'u-5', name: 'Asha Menon', away: false },
  { id: 'u-6', name: 'Kiran Rao', away: true },
];
let asked: Asked[];
let answer: () => Response;
beforeEach(() => {
  freshBrowser();
  windowWidth(1366);
  answer = () => json({ code: 200, data: people });
  asked = stubNetwork(({ path }) => {
    if (path === 'users/colleagues') return answer();
    if (path.startsWith('res/users')) return json({ code: 403, message: 'no' }, 403);
    return path === 'leads/re-assign' ? json({ code: 200, message: 'Done', data: { changed: 1, unchanged: 0 } }) : undefined;
  });
  signedIn(); // a counsellor: no right on the list of users
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const show = (what: ReactNode): void =>
  void render(
    <QueryClientProvider client={new QueryClient()}>
      <App>{what}</App>
    </QueryClientProvider>,
  );
const options = async (name: string): Promise<(string | null)[]> => {
  fireEvent.mouseDown(screen.getByRole('combobox', { name }));
  await screen.findByText('Asha Menon', { selector: '.ant-select-item-option-content' });
  return [...document.querySelectorAll('.ant-select-item-option-content')].map((one) => one.textContent);
};
const choose = (name: string): boolean =>
  fireEvent.click(screen.getByText(name, { selector: '.ant-select-item-option-content' }));
const all = ['Rohini Deshpande', 'Asha Menon', 'Kiran Rao'];

it('leads can be re-assigned to a colleague without the right on users', async () => {
  const done = vi.fn();
  show(<ReassignDialog leads={{ chosen: { lead_ids: ['l-1'] }, text: 'Asha' }} onClose={done} />);
  expect(await options('New owner')).toEqual(all);
  choose('Asha Menon');
  fireEvent.click(screen.getByRole('button', { name: 'Re-assign' }));
  await waitFor(() => expect(done).toHaveBeenCalledWith(true));
  expect(asked.find(({ path }) => path === 'leads/re-assign')!.body).toMatchObject({ lead_ids: ['l-1'], user_id: 'u-5' });
  expect(asked.some(({ path }) => path.startsWith('res/users'))).toBe(false);
});

it('the rows of an upload can be assigned round robin without the right on users', async () => {
  const seen = vi.fn();
  function Step(): ReactNode {
    const [rules, setRules] = useState<UploadRules>({ on_match: 'skip', owner: 'round_robin' });
    const more = {
      mapping: {},
      labels: new Map(),
      entityName: 'College',
      busy: false,
      problem: undefined,
      onBack: seen,
      onNext: seen,
    };
    return <RulesStep {...more} rules={rules} onRules={(next) => (seen(next.owner_ids), setRules(next))} />;
  }
  show(<Step />);
  expect(await options('Users for round robin')).toEqual(all);
  choose('Asha Menon');
  choose('Kiran Rao');
  expect(seen.mock.calls).toEqual([[['u-5']], [['u-5', 'u-6']]]);
});

it('a ticket names its assignee without a call, and loads colleagues when the list is opened', async () => {
  const ticket = { id: 't-1', state: 'open', assigned_to: 'u-9', _labels: { assigned_to: 'Somebody who left' } };
  show(<TicketFacts ticket={ticket as unknown as TicketRow} works now={new Date()} onDone={() => undefined} />);
  expect(screen.getByText('Somebody who left')).toBeDefined();
  expect(asked).toEqual([]);
  expect(await options('Assigned to')).toEqual(['Somebody who left', ...all]);
});

it('a call can be handed over to a colleague who is not on a break; a failed list shows an error', async () => {
  const chosen = vi.fn();
  show(<HandOver busy={false} onChoose={chosen} />);
  expect(await options('Colleague')).toEqual(['Asha Menon', 'Kiran Rao (on a break)']);
  choose('Kiran Rao (on a break)');
  fireEvent.click(screen.getByRole('button', { name: 'Hand over' }));
  expect(chosen).not.toHaveBeenCalled();
  choose('Asha Menon');
  fireEvent.click(screen.getByRole('button', { name: 'Hand over' }));
  await waitFor(() => expect(chosen).toHaveBeenCalledWith('u-5'));
  expect(chosen).toHaveBeenCalledTimes(1);
  cleanup();
  answer = () => json({ code: 500, message: 'x' }, 500);
  show(<HandOver busy={false} onChoose={chosen} />);
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Colleague' }));
  expect(await screen.findByText('The list could not be loaded.')).toBeDefined();
});
