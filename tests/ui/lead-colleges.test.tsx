import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import NotInterested from '../../src/custom/lead-colleges/not-interested';
import Recommendation from '../../src/custom/lead-colleges/recommendation';
import Shortlist from '../../src/custom/lead-colleges/shortlist';
import { setWho } from '../../src/providers/session/who';
import { levelsOf } from '../../src/schemas/kit/access';
import type { CollegeMatch } from '../../src/schemas/calls/lead-colleges';
import { json, type Answers, type Asked } from './browser-fixture';
import { choice, eachAsCounsellor, match, mount } from './lead-colleges-world';

eachAsCounsellor();
const writes = (asked: readonly Asked[]): unknown[] =>
  asked.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

describe('recommended colleges', () => {
  const matches =
    (list: readonly CollegeMatch[]): Answers =>
    ({ method, path }) =>
      path.startsWith('leads/l-1/college-matches')
        ? json({ code: 200, data: list, total: list.length, exact: true })
        : method === 'GET'
          ? undefined
          : json({ id: 'c-1' });

  it('ROUTE-021 says why a course fits as it does: each rule with its reason and its points', async () => {
    mount(Recommendation, matches([match(1, 'Sahyadri')]));
    const why = await screen.findByRole('button', { name: /72 % fit/ });
    expect(why.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(why);
    const table = screen.getByRole('table', { name: 'Why 72 %' });
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual([
      'CourseMetThe course that was asked for.30 of 30',
      'MarksNot met60 % is required, the lead has 52 %.0 of 15',
      'Last dateMetApplications are open.',
    ]);
    expect(screen.getByText('Not eligible')).toBeTruthy();
    expect(screen.getByText(/₹ 4,00,000 · 60 seats · until 30 Jun 2027/)).toBeTruthy();
  });

  it('shortlists the course, and moves the choice of a college that has one', async () => {
    const asked = mount(
      Recommendation,
      matches([
        match(1, 'Sahyadri'),
        match(2, 'Deccan', {
          choice: { id: 'c-9', relation: 'shortlisted', course_id: 'mba', shared_at: null, shared_via: null },
        }),
      ]),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Shortlist' }));
    await screen.findByText('Sahyadri shortlisted');
    await userEvent.click(screen.getByRole('button', { name: 'Shortlist this course' }));
    await screen.findByText('Deccan shortlisted');
    expect(writes(asked)).toEqual([
      ['POST', 'res/lead-colleges', { lead_id: 'l-1', clg_id: 1, relation: 'shortlisted', course_id: 'btech' }],
      ['PATCH', 'res/lead-colleges/c-9', { relation: 'shortlisted', course_id: 'btech' }],
    ]);
  });

  it('asks for the reason before a college is not wanted', async () => {
    const asked = mount(Recommendation, matches([match(1, 'Sahyadri')]));
    await userEvent.click(await screen.findByRole('button', { name: 'Not interested' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await within(dialog).findByText('Choose a reason');
    expect(writes(asked)).toEqual([]);
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Location' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(writes(asked)).toEqual([
        [
          'POST',
          'res/lead-colleges',
          { lead_id: 'l-1', clg_id: 1, relation: 'not_interested', reason_code: 'location', reason: null },
        ],
      ]),
    );
  });

  it('compares up to four side by side', async () => {
    mount(Recommendation, matches([1, 2, 3, 4, 5].map((id) => match(id, `College ${id}`))));
    const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox', { name: /^Compare / });
    for (const box of boxes.slice(0, 4)) await userEvent.click(box);
    expect(boxes[4]!.disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Compare (4)' }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByRole('columnheader', { name: /College 4/ });
    expect(within(dialog).getByRole('row', { name: /^Fit: marks/ }).textContent).toContain('60 % is required');
  });

  it('keeps the filters in the address and sends what it reads there', async () => {
    const asked = mount(Recommendation, matches([]), '?fee_to=500000&hostel=true&eligible=odd&page=2');
    await screen.findByText('No course matches these filters');
    const sent = (): URLSearchParams =>
      new URLSearchParams(asked.findLast(({ path }) => path.includes('college-matches'))!.path.split('?')[1]);
    expect(Object.fromEntries(sent())).toEqual({ fee_to: '500000', hostel: 'true', page: '2' });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Partners only' }));
    expect(screen.getByTestId('where').textContent).toBe('?fee_to=500000&eligible=odd&hostel=true&partner=true');
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(screen.getByTestId('where').textContent).toBe('');
  });

  it('offers nothing to change to those who only read', async () => {
    setWho({ role: 6, type: 'org', levels: levelsOf([{ code: 'LEADS', level: [1, 6] }]) });
    mount(Recommendation, matches([match(1, 'Sahyadri')]));
    await screen.findByText('Sahyadri');
    expect(screen.queryByRole('button', { name: 'Shortlist' })).toBe(null);
    expect(screen.queryByRole('button', { name: 'Not interested' })).toBe(null);
  });
});

describe('the shortlist', () => {
  /** A server that keeps the order. */
  function server(refuses = false): Answers {
    let list = ['Sahyadri', 'Deccan', 'Konkan'].map((name, at) => choice(`c-${at + 1}`, name));
    return ({ method, path, body }) => {
      if (method === 'GET') return path.startsWith('leads/l-1/college-choices') ? json({ code: 200, data: list }) : undefined;
      if (refuses) return json({ code: 409, message: 'This college is no longer on the shortlist.' }, 409);
      const id = path.split('/')[2];
      const moved = list.find((one) => one.id === id)!;
      list = list.filter((one) => one !== moved);
      if (path.endsWith('/place')) list.splice((body as { rank: number }).rank - 1, 0, moved);
      return path.endsWith('/place') ? json({ code: 200, data: list }) : json({ ...moved });
    };
  }
  const names = (): string[] => screen.getAllByRole('listitem').map((row) => row.getAttribute('aria-label') ?? '');

  it('ROUTE-024 moves with the arrow keys, says the new place, and keeps the focus on the handle', async () => {
    const asked = mount(Shortlist, server());
    const handle = await screen.findByRole('button', { name: 'Move Deccan' });
    handle.focus();
    await userEvent.keyboard('{ArrowUp}');
    expect(names()).toEqual(['1. Deccan', '2. Sahyadri', '3. Konkan']);
    expect(screen.getByText('Deccan is now number 1 of 3')).toBeTruthy();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Deccan');
    await waitFor(() => expect(writes(asked)).toEqual([['PUT', 'res/lead-colleges/c-2/place', { rank: 1 }]]));
    await userEvent.keyboard('{ArrowUp}'); // it is the first already
    expect(writes(asked)).toHaveLength(1);
  });

  it('moves where it is dropped', async () => {
    const asked = mount(Shortlist, server());
    const handle = await screen.findByRole('button', { name: 'Move Sahyadri' });
    const dataTransfer = { effectAllowed: '', setData: () => undefined };
    fireEvent.dragStart(handle, { dataTransfer });
    fireEvent.drop(screen.getByRole('listitem', { name: '3. Konkan' }));
    expect(names()).toEqual(['1. Deccan', '2. Konkan', '3. Sahyadri']);
    await waitFor(() => expect(writes(asked)).toEqual([['PUT', 'res/lead-colleges/c-1/place', { rank: 3 }]]));
  });

  it('shows what a colleague moved meanwhile, once its own move is written', async () => {
    const own = server();
    mount(Shortlist, (one) => {
      const answer = own(one);
      if (one.path.endsWith('/c-2/place')) own({ ...one, path: 'res/lead-colleges/c-3/place', body: { rank: 1 } });
      return answer;
    });
    (await screen.findByRole('button', { name: 'Move Deccan' })).focus();
    await userEvent.keyboard('{ArrowUp}');
    await waitFor(() => expect(names()).toEqual(['1. Konkan', '2. Deccan', '3. Sahyadri']));
  });

  it('goes back to the order that the server has, where it refuses', async () => {
    mount(Shortlist, server(true));
    (await screen.findByRole('button', { name: 'Move Deccan' })).focus();
    await userEvent.keyboard('{ArrowUp}');
    await screen.findByText('This college is no longer on the shortlist.');
    await waitFor(() => expect(names()).toEqual(['1. Sahyadri', '2. Deccan', '3. Konkan']));
  });

  it('takes a college off the list', async () => {
    const asked = mount(Shortlist, server());
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Konkan' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Take off the shortlist' }));
    await waitFor(() => expect(names()).toEqual(['1. Sahyadri', '2. Deccan']));
    expect(writes(asked)).toEqual([['PATCH', 'res/lead-colleges/c-3', { relation: 'recommended' }]]);
  });

  it('pushes the lead to a college that takes leads, once it is confirmed', async () => {
    const list = [choice('c-1', 'Sahyadri', { takes_push: true }), choice('c-2', 'Deccan')];
    const asked = mount(Shortlist, () => json({ code: 200, data: list }));
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Deccan' }));
    expect(screen.queryByRole('menuitem', { name: /^Push lead/ })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Sahyadri' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Push lead to Sahyadri' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Push lead' }));
    await screen.findByText(/is on the way to Sahyadri/);
    expect(writes(asked)).toEqual([['POST', 'res/lead-colleges/c-1/push', {}]]);
  });

  it('leads to what fits while it is empty', async () => {
    mount(Shortlist, () => json({ code: 200, data: [] }));
    expect((await screen.findByRole('link', { name: 'See what fits' })).getAttribute('href')).toBe(
      '/lp/l-1/college-recommendation',
    );
  });
});

describe('colleges that the lead does not want', () => {
  it('a shortlisted college says whether it was opened, what the lead answered, where the application is, and what comes next', async () => {
    const asked = mount(Shortlist, ({ method, path }) =>
      path.startsWith('leads/l-1/college-choices')
        ? json({
            code: 200,
            data: [
              choice('c-1', 'Sahyadri', {
                shared_at: '2026-03-02T06:35:00.000Z',
                shared_via: 'sms',
                response: 'undecided',
                application_state: 'submitted',
              }),
            ],
          })
        : method === 'GET'
          ? undefined
          : json({ id: 'c-1' }),
    );
    const row = await screen.findByRole('listitem', { name: '1. Sahyadri' });
    const facts = [...row.querySelectorAll('.lc-progress > div')].map((one) => one.textContent);
    expect(facts).toEqual(['OpenedNot yet', 'Student responseUndecided', 'Application statusSubmitted', 'Next step–']);
    await userEvent.click(within(row).getByRole('button', { name: 'Actions for Sahyadri' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Response, next step, note' }));
    await userEvent.click(await screen.findByRole('radio', { name: 'Wants to visit' }));
    await userEvent.type(screen.getByLabelText('Next step'), 'Visit on Saturday');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(writes(asked)).toMatchObject([
        [
          'PATCH',
          'res/lead-colleges/c-1',
          { relation: 'shortlisted', response: 'visit', next_step: 'Visit on Saturday', reason: null },
        ],
      ]),
    );
  });

  it('ROUTE-025 shows reason, note and who said so, and restores', async () => {
    let list = [choice('c-1', 'Sahyadri', { reason_code: 'location', reason: 'Too far' })];
    const asked = mount(NotInterested, ({ method }) => {
      if (method === 'GET') return json({ code: 200, data: list });
      list = [];
      return json({ id: 'c-1' });
    });
    const row = await screen.findByRole('listitem', { name: 'Sahyadri' });
    for (const text of ['Location', 'Too far']) expect(within(row).getByText(text)).toBeTruthy();
    expect(row.textContent).toContain('Rohini Deshpande');
    await userEvent.click(within(row).getByRole('button', { name: 'Restore' }));
    await screen.findByText('Nothing was turned down');
    expect(writes(asked)).toEqual([['PATCH', 'res/lead-colleges/c-1', { relation: 'recommended' }]]);
  });
});
