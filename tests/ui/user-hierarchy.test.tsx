import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import UserHierarchyPage from '../../src/custom/user-hierarchy/hierarchy-page';
import { setWho } from '../../src/providers/session/who';
import { levelsOf } from '../../src/schemas/kit/access';
import type { HierarchyPerson } from '../../src/schemas/kit/reporting-lines';
import { plainDate } from '../../src/ui/time/dates';
import { today } from '../../src/ui/time/today';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth, type Answers, type Asked } from './browser-fixture';

const person = (id: string, name: string, reports_to: string | null, more: Partial<HierarchyPerson> = {}): HierarchyPerson => ({
  id,
  name,
  role_name: 'Counsellor',
  team_names: [],
  reports_to,
  state: 'offline',
  active: true,
  planned: null,
  ...more,
});
const people = [
  person('u-1', 'Asha Menon', null, { role_name: 'Manager', state: 'online' }),
  person('u-2', 'Bela Rao', 'u-1', { team_names: ['Pune'], state: 'break' }),
  person('u-4', 'Rohini Deshpande', 'u-2'),
  person('u-5', 'Dev Kale', 'u-4'),
  person('u-6', 'Esha Nair', 'u-5'),
];
beforeEach(() => {
  freshBrowser('/users/user-hierarchy');
  windowWidth(1366);
  signedIn();
  setWho({ role: 2, type: 'org', levels: levelsOf([{ code: 'USERS', level: [1, 2, 3, 5, 6] }]) });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const answers: Answers = ({ path, method }) => {
  if (path === 'users/hierarchy') return json({ code: 200, data: { people, complete: true } });
  return method === 'PATCH' ? json({ id: 'u-4' }) : undefined;
};
async function open(given: Answers = answers): Promise<Asked[]> {
  const asked = stubNetwork(given);
  render(
    <App>
      <MemoryRouter initialEntries={['/users/user-hierarchy']}>
        <UserHierarchyPage />
      </MemoryRouter>
    </App>,
  );
  await waitFor(() => expect(asked.some(({ path }) => path === 'users/hierarchy')).toBe(true));
  return asked;
}
const names = (): string[] => [...document.querySelectorAll('.uh-name')].map((one) => one.textContent!);
const tree = (): Promise<HTMLElement> => screen.findByRole('tree');
const press = (on: HTMLElement, ...keys: string[]): void => {
  for (const key of keys) fireEvent.keyDown(on, { key });
};

describe('the user hierarchy', () => {
  it('ROUTE-092 shows people with role, team, reports and state, and the way to the own line', async () => {
    await open();
    await tree();
    expect(names()).toEqual(['Asha Menon', 'Bela Rao', 'Rohini Deshpande (you)', 'Dev Kale']);
    const lines = [...document.querySelectorAll('.uh-line')];
    expect(lines[0]!.textContent).toContain('1 direct, 4 in total');
    expect(lines[1]!.textContent).toContain('Counsellor · Pune');
    expect(lines[1]!.textContent).toContain('On break');
    expect(lines.map((line) => line.getAttribute('data-own'))).toEqual(['false', 'false', 'true', 'false']);
  });

  it('opens the way to what is searched for, and Enter goes to the next match', async () => {
    await open();
    await tree();
    const box = screen.getByRole('textbox', { name: 'Search people, roles, teams' });
    fireEvent.change(box, { target: { value: 'es' } });
    expect(names()).toContain('Esha Nair');
    expect(screen.getByText('1 of 2')).toBeTruthy(); // Rohini Deshpande matches too
    fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 });
    expect(screen.getByText('2 of 2')).toBeTruthy();
    fireEvent.change(box, { target: { value: 'nobody' } });
    expect(screen.getByText('No one matches.')).toBeTruthy();
  });

  it('opens and closes lines with the arrow keys, and moves a person with M', async () => {
    const asked = await open();
    const all = await tree();
    fireEvent.focus(all);
    press(all, 'ArrowLeft');
    expect(names()).toEqual(['Asha Menon']);
    press(all, 'ArrowRight', 'ArrowDown', 'm');
    const dialog = await screen.findByRole('dialog', { name: 'Move Bela Rao' });
    fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: 'New manager' }));
    expect(await screen.findByText('Nobody, at the top')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(asked.filter(({ method }) => method === 'PATCH')).toEqual([]);
  });

  it('moves a person after a question, and reads the tree again', async () => {
    const asked = await open();
    await tree();
    fireEvent.click(screen.getByRole('button', { name: 'Expand all' }));
    fireEvent.click(screen.getByRole('button', { name: 'Move Dev Kale' }));
    const dialog = await screen.findByRole('dialog', { name: 'Move Dev Kale' });
    fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: 'New manager' }));
    fireEvent.click(await screen.findByText('Bela Rao · Counsellor'));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Move' }));
    const question = await screen.findByRole('dialog', { name: /Move Dev Kale under Bela Rao/ });
    expect(question.textContent).toContain('The person below moves along.');
    fireEvent.click(within(question).getByRole('button', { name: 'Move' }));
    await screen.findByText('Dev Kale now reports to Bela Rao.');
    expect(asked.find(({ method }) => method === 'PATCH')).toMatchObject({ path: 'res/users/u-5', body: { reports_to: 'u-2' } });
    await waitFor(() => expect(asked.filter(({ path }) => path === 'users/hierarchy')).toHaveLength(2));
  });

  it('moves a person to the top after a question', async () => {
    const asked = await open();
    await tree();
    fireEvent.click(screen.getByRole('button', { name: 'Move Bela Rao' }));
    const dialog = await screen.findByRole('dialog', { name: 'Move Bela Rao' });
    fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: 'New manager' }));
    fireEvent.click(await screen.findByText('Nobody, at the top'));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Move' }));
    const question = await screen.findByRole('dialog', { name: /Move Bela Rao to the top/ });
    fireEvent.click(within(question).getByRole('button', { name: 'Move' }));
    await screen.findByText('Bela Rao is at the top now.');
    expect(asked.find(({ method }) => method === 'PATCH')).toMatchObject({ path: 'res/users/u-2', body: { reports_to: null } });
  });

  it('plans a move for a later day, shows it, and cancels it', async () => {
    const on = new Date(Date.parse(today()) + 3 * 86_400_000).toISOString().slice(0, 10);
    let planned: HierarchyPerson['planned'] = null;
    const asked = await open(({ path, method }) => {
      if (path === 'users/hierarchy')
        return json({
          code: 200,
          data: { people: people.map((one) => (one.id === 'u-5' ? { ...one, planned } : one)), complete: true },
        });
      if (path !== 'users/u-5/planned-move') return undefined;
      planned = method === 'PUT' ? { on, reports_to: 'u-2' } : null;
      return json({ code: 200, message: method === 'PUT' ? 'The move is planned.' : 'The planned move is cancelled.' });
    });
    await tree();
    fireEvent.click(screen.getByRole('button', { name: 'Move Dev Kale' }));
    const dialog = await screen.findByRole('dialog', { name: 'Move Dev Kale' });
    fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: 'New manager' }));
    fireEvent.click(await screen.findByText('Bela Rao · Counsellor'));
    const day = within(dialog).getByRole('textbox', { name: 'Takes effect' });
    fireEvent.mouseDown(day);
    fireEvent.change(day, { target: { value: plainDate(on) } });
    fireEvent.keyDown(day, { key: 'Enter', keyCode: 13 });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Move' }));
    const question = await screen.findByRole('dialog', { name: `Move Dev Kale under Bela Rao on ${plainDate(on)}?` });
    fireEvent.click(within(question).getByRole('button', { name: 'Plan move' }));
    expect(await screen.findByText(`Moves under Bela Rao on ${plainDate(on)}`)).toBeTruthy();
    expect(asked.find(({ method }) => method === 'PUT')).toMatchObject({ body: { reports_to: 'u-2', on } });
    expect(asked.filter(({ method }) => method === 'PATCH')).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel the planned move of Dev Kale' }));
    await screen.findByText('The planned move is cancelled.');
    await waitFor(() => expect(screen.queryByText(/^Moves under/)).toBeNull());
  });

  it('asks for the day of a drop in the same dialog, with the new manager filled in', async () => {
    const asked = await open();
    await tree();
    fireEvent.click(screen.getByRole('button', { name: 'Expand all' }));
    const lineOf = (name: string): Element => screen.getByText(name).closest('.uh-line')!;
    const drop = (name: string, on: string): void => {
      fireEvent.dragStart(lineOf(name));
      fireEvent.dragOver(lineOf(on));
      fireEvent.drop(lineOf(on));
      fireEvent.dragEnd(lineOf(name));
    };
    drop('Esha Nair', 'Dev Kale'); // the manager that she has
    expect(screen.queryByRole('dialog')).toBeNull();
    drop('Esha Nair', 'Bela Rao');
    const dialog = await screen.findByRole('dialog', { name: 'Move Esha Nair' });
    expect(within(dialog).getByText('Bela Rao · Counsellor')).toBeTruthy();
    expect(within(dialog).getByRole('textbox', { name: 'Takes effect' })).toHaveProperty('value', plainDate(today()));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Move' }));
    const question = await screen.findByRole('dialog', { name: /Move Esha Nair under Bela Rao/ });
    expect(asked.filter(({ method }) => method === 'PATCH')).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(asked.find(({ method }) => method === 'PATCH')).toMatchObject({ path: 'res/users/u-6' }));
  });

  it('refuses to drop a person on someone below them, with a sentence', async () => {
    const asked = await open();
    await tree();
    fireEvent.click(screen.getByRole('button', { name: 'Expand all' }));
    const lineOf = (name: string): Element => screen.getByText(name).closest('.uh-line')!;
    fireEvent.dragStart(lineOf('Bela Rao'));
    fireEvent.dragOver(lineOf('Dev Kale'));
    fireEvent.drop(lineOf('Dev Kale'));
    expect(await screen.findByText('Bela Rao cannot report to Dev Kale, who is below Bela Rao.')).toBeTruthy();
    expect(asked.filter(({ method }) => method === 'PATCH')).toEqual([]);
  });

  it('offers neither moving nor the file without the right', async () => {
    setWho({ role: 4, type: 'org', levels: levelsOf([]) });
    await open();
    await tree();
    expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  });

  it('says that it could not be loaded, and that there is no one', async () => {
    await open(() => json({ message: 'broken' }, 500));
    await waitFor(() => expect(screen.queryByText('The hierarchy could not be loaded')).toBeTruthy());
    cleanup();
    await open(() => json({ code: 200, data: { people: [], complete: true } }));
    expect(await screen.findByText('There is no one to show')).toBeTruthy();
  });
});
