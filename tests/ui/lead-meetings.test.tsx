import { Refine } from '@refinedev/core';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import Meetings from '../../src/custom/lead-meetings/meetings';
import { setWho } from '../../src/providers/session/who';
import { levelsOf } from '../../src/schemas/kit/access';
import type { Lead } from '../../src/schemas/leads/leads';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork, type Asked } from './browser-fixture';

type Meeting = Record<string, unknown>;
const meeting = (id: string, change: Meeting = {}): Meeting => ({
  id,
  lead_id: 'l-1',
  title: `Talk ${id}`,
  user_id: 'u-4',
  starts_at: '2999-01-01T05:30:00.000Z',
  duration_min: 30,
  link_by: 'hand',
  link: 'https://meet.example/abc',
  link_state: null,
  link_error: null,
  tell_lead: true,
  told_at: null,
  state: 'scheduled',
  note: null,
  row_version: 1,
  _labels: { user_id: 'Rohini Deshpande' },
  ...change,
});

beforeEach(() => {
  freshBrowser('/lp/l-1/virtual-meeting-history');
  signedIn();
  setWho({ role: 4, type: 'org', levels: levelsOf([{ code: 'LEADS', level: [1, 2, 3, 6] }]) });
});
afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
});

function mount(
  list: readonly Meeting[],
  lead: Partial<Lead> = { email: 'sneha@example.com' },
  provider: 'http' | null = null,
): readonly Asked[] {
  const asked = stubNetwork(({ method, path }) => {
    if (path.startsWith('meeting-links')) return json({ code: 200, data: { provider } });
    if (path.startsWith('users/colleagues'))
      return json({ code: 200, data: [{ id: 'u-4', name: 'Rohini Deshpande', away: false }] });
    if (method !== 'GET') return json({ id: 'm-9' });
    return path.startsWith('res/virtual-meetings?') ? json(list) : undefined;
  });
  render(
    <App>
      <MemoryRouter>
        <Refine options={{ disableTelemetry: true }}>
          <Meetings lead={{ id: 'l-1', name: 'Sneha Kulkarni', ...lead } as Lead} />
        </Refine>
      </MemoryRouter>
    </App>,
  );
  return asked;
}
const writes = (asked: readonly Asked[]): unknown[] =>
  asked.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);
async function actions(title: string): Promise<string[]> {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${title}` }));
  return screen.getAllByRole('menuitem').map((item) => item.textContent);
}

describe('meetings of a lead', () => {
  it('ROUTE-023 schedules: time, title, minutes, host and link', async () => {
    const asked = mount([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Schedule meeting' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule' }));
    await within(dialog).findByText('Choose a time');
    await userEvent.click(within(within(dialog).getByRole('group', { name: 'Quick picks' })).getAllByRole('button')[0]!);
    await userEvent.type(within(dialog).getByLabelText(/^Address of the meeting/), 'meet');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule' }));
    await within(dialog).findByText('Enter an address that begins with https://');
    await userEvent.clear(within(dialog).getByLabelText(/^Address of the meeting/));
    await userEvent.type(within(dialog).getByLabelText(/^Address of the meeting/), 'https://meet.example/abc');
    await userEvent.click(within(dialog).getByRole('combobox', { name: 'Platform' }));
    await userEvent.click((await screen.findAllByText('Microsoft Teams')).at(-1)!);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule' }));
    await waitFor(() => expect(writes(asked)).toHaveLength(1));
    expect(writes(asked)[0]).toEqual([
      'POST',
      'res/virtual-meetings',
      {
        lead_id: 'l-1',
        title: 'Counselling',
        starts_at: expect.stringMatching(/Z$/),
        duration_min: 30,
        user_id: 'u-4',
        platform: 'microsoft_teams',
        link_by: 'hand',
        link: 'https://meet.example/abc',
        note: null,
        tell_lead: true,
      },
    ]);
  });

  it('is scheduled once, although the answer was lost and the user tried again', async () => {
    mount([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Schedule meeting' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(within(dialog).getByRole('group', { name: 'Quick picks' })).getAllByRole('button')[0]!);
    let isLost = true;
    const asked = stubNetwork(({ method, path }) => {
      if (method === 'GET') return path.startsWith('res/virtual-meetings?') ? json([]) : undefined;
      if (!isLost) return json({ id: 'm-9' });
      isLost = false;
      throw new TypeError('Failed to fetch');
    });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule' }));
    await within(dialog).findByRole('alert');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule' }));
    await screen.findByText('Meeting scheduled');
    const keys = asked.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('Idempotency-Key'));
    expect([keys.length, new Set(keys).size, keys[0]]).toEqual([2, 1, expect.any(String)]);
  });

  it('offers a link of the provider only where there is one, and an email only where the lead has one', async () => {
    mount([], { email: null }, 'http');
    await userEvent.click(await screen.findByRole('button', { name: 'Schedule meeting' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(await within(dialog).findByRole('radio', { name: 'Made by the video provider' }));
    expect(within(dialog).queryByLabelText(/^Address of the meeting/)).toBe(null);
    expect(within(dialog).getByRole<HTMLInputElement>('checkbox', { name: /Email the lead/ }).disabled).toBe(true);
    cleanup();
    mount([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Schedule meeting' }));
    await screen.findByRole('dialog');
    expect(screen.queryByRole('radio', { name: 'Made by the video provider' })).toBe(null);
  });

  it('names the platform that was chosen, otherwise that of the link', async () => {
    mount([
      meeting('1', { platform: 'phone', link: null }),
      meeting('2', { link: 'https://us02web.zoom.us/j/123' }),
      meeting('3', { link: 'https://zoom.us.example/j/123' }),
    ]);
    const rows = await screen.findAllByRole('listitem');
    expect(
      rows.map((row) => /Rohini Deshpande(?: · [\w ]+?)?(?=No link|Join|lead)/.exec(row.textContent)?.[0]).toSorted(),
    ).toEqual(['Rohini Deshpande', 'Rohini Deshpande · Phone', 'Rohini Deshpande · Zoom']);
  });

  it('lists what is to come, the next one first, then what is over', async () => {
    mount([
      meeting('3', { starts_at: '2999-02-01T05:30:00.000Z' }),
      meeting('2', { starts_at: '2999-01-01T05:30:00.000Z' }),
      meeting('1', { starts_at: '2026-01-01T05:30:00.000Z', state: 'done' }),
      meeting('0', { starts_at: '2025-01-01T05:30:00.000Z' }),
    ]);
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map((row) => row.querySelector('strong')?.textContent)).toEqual(['Talk 2', 'Talk 3', 'Talk 1', 'Talk 0']);
    expect(rows[3]!.textContent).toContain('Held or no-show?');
    expect(within(rows[0]!).getByRole('link', { name: 'Join' }).getAttribute('href')).toBe('https://meet.example/abc');
  });

  it.each([
    ['to come', {}, ['Resend link', 'Add note', 'Cancel meeting']],
    [
      'begun',
      { starts_at: '2026-01-01T05:30:00.000Z' },
      ['Mark as held', 'Mark as no-show', 'Record outcome', 'Resend link', 'Add note', 'Cancel meeting'],
    ],
    ['held', { state: 'done', note: 'x' }, ['Mark as no-show', 'Edit outcome']],
    ['missed', { state: 'missed' }, ['Mark as held', 'Edit outcome']],
    ['cancelled', { state: 'cancelled' }, ['Add note']],
    [
      'without its link',
      { link_by: 'provider', link: null, link_state: 'failed', link_error: 'No.' },
      ['Ask for the link again', 'Add note', 'Cancel meeting'],
    ],
  ])('what can be done with a meeting that is %s', async (_, change, offered) => {
    mount([meeting('1', change)]);
    expect(await actions('Talk 1')).toEqual(offered);
    expect(screen.queryByRole('button', { name: /^(Reschedule|Schedule again)$/ }) === null).toBe(_ === 'held');
  });

  it('shows who joined and left when with the recording, and saves an outcome', async () => {
    const over = { starts_at: '2026-01-01T05:30:00.000Z' };
    const times = { joined_at: '2026-01-01T05:32:00.000Z', left_at: '2026-01-01T06:01:00.000Z' };
    const asked = mount([
      meeting('1', over),
      meeting('2', { ...over, state: 'done', ...times, recording_link: 'https://video.example/r/2' }),
    ]);
    const row = await screen.findByRole('listitem', { name: /^Talk 2/ });
    expect(row.textContent).toMatch(/Joined .*Left .*29 min/);
    expect(within(row).getByRole('link', { name: 'Recording' }).getAttribute('href')).toBe('https://video.example/r/2');
    await actions('Talk 1');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Record outcome' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.type(within(dialog).getByLabelText(/^Recording/), 'https://video.example/r/1');
    await userEvent.type(within(dialog).getByLabelText(/^Note/), 'Came with her father');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(writes(asked)).toEqual([
        [
          'PATCH',
          'res/virtual-meetings/1',
          {
            state: 'done',
            joined_at: null,
            left_at: null,
            recording_link: 'https://video.example/r/1',
            note: 'Came with her father',
          },
        ],
      ]),
    );
  });

  it('a missed meeting is scheduled again with a time that is still to come', async () => {
    const asked = mount([meeting('1', { state: 'missed', starts_at: '2026-01-01T05:30:00.000Z' })]);
    await userEvent.click(await screen.findByRole('button', { name: 'Schedule again' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(within(dialog).getByRole('group', { name: 'Quick picks' })).getAllByRole('button')[0]!);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Reschedule' }));
    await waitFor(() =>
      expect(writes(asked)).toMatchObject([['PATCH', 'res/virtual-meetings/1', { state: 'scheduled', user_id: 'u-4' }]]),
    );
  });

  it('cancels after a question, and sends the link again', async () => {
    const asked = mount([meeting('1')]);
    await actions('Talk 1');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Resend link' }));
    await screen.findByText('Lead emailed');
    await actions('Talk 1');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Cancel meeting' }));
    expect(writes(asked)).toHaveLength(1);
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel meeting' }));
    await screen.findByText('Meeting cancelled');
    expect(writes(asked)).toEqual([
      ['POST', 'res/virtual-meetings/1/tell', {}],
      ['PATCH', 'res/virtual-meetings/1', { state: 'cancelled' }],
    ]);
  });
});
