import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { shownList } from '../../src/providers/screens/list-on-page';
import { endSession } from '../../src/providers/session/session';
import {
  asked,
  choose,
  json,
  lead,
  makeWorld,
  mount,
  openModal,
  saveButton,
  saved,
  tearDown,
  type World,
} from './call-action-fixture';

afterEach(() => {
  endSession({ comeBack: false });
  tearDown();
  sessionStorage.clear();
  shownList.now = undefined;
});

/** A world with the leads lead-1 and so on in a list; `reads` says how often each may be read before it is refused. */
function worldOf(
  names: readonly string[],
  reads: Readonly<Record<string, number>> = {},
  change: Partial<World> = {},
  refusal: 403 | 404 = 404,
): World {
  const world = makeWorld(change);
  const plain = globalThis.fetch;
  const left = new Map(Object.entries(reads));
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const id = /res\/leads\/(lead-\d)$/.exec(String(input))?.[1];
    if (!id) return plain(input, init);
    world.calls.push({ method: 'GET', path: `res/leads/${id}`, body: undefined });
    const allowed = left.get(id);
    if (allowed === 0) return json({ code: refusal, message: 'Refused' }, refusal);
    if (allowed !== undefined) left.set(id, allowed - 1);
    return json({ ...lead, id, name: names[Number(id.slice(5)) - 1] });
  });
  shownList.now = {
    title: 'Leads',
    address: '/leads?type=all',
    rows: {
      resource: { name: 'leads' },
      rows: names.map((_, at) => ({ id: `lead-${at + 1}` })),
      state: { page: 1, size: 10 },
      total: names.length,
      totalExact: true,
      next: undefined,
      prev: undefined,
      query: {},
    },
  };
  return world;
}
const next = (): HTMLElement | null => screen.queryByRole('button', { name: 'Save and next' });
const who = (): string => document.querySelector('.ca-who')?.textContent ?? '';
const place = (): string | undefined => document.querySelector('.ca-place')?.textContent;
const loaded = (): Promise<void> => waitFor(() => expect(screen.queryByText('Loading the lead')).toBeNull());

describe('Save and next', () => {
  it('is not offered for a lead of no list, nor after a call of the dialer', async () => {
    makeWorld();
    mount();
    await openModal();
    expect(next()).toBeNull();
    expect(place()).toBeUndefined();
    tearDown();
    worldOf(['Aarav Deshmukh', 'Meera Nair']);
    mount();
    await openModal({ dialer: true });
    expect(next()).toBeNull();
  });

  it('saves by Ctrl+Enter and opens the form of the next lead, empty and focused', async () => {
    const world = worldOf(['Aarav Deshmukh', 'Meera Nair', 'Kabir Rao']);
    const user = mount();
    await openModal();
    expect(place()).toBe('1 of 3');
    await choose(user, 'Stage', 'Fresh');
    await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Asked for the brochure{Control>}{Enter}{/Control}');
    await waitFor(() => expect(who()).toContain('Meera Nair'));
    expect(saved(world)).toMatchObject({ lead_id: 'lead-1', callObj: { message: 'Asked for the brochure' } });
    await loaded();
    expect(place()).toBe('1 of 2');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' }).value).toBe('');
    expect(screen.getByText('Select stage')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.id).toBe('ca-stage'));
    await choose(user, 'Stage', 'Fresh');
    await user.click(next()!);
    await waitFor(() => expect(who()).toContain('Kabir Rao'));
    expect(saved(world)).toMatchObject({ lead_id: 'lead-2' });
  });

  it('leaves Save as it was: it closes the form', async () => {
    worldOf(['Aarav Deshmukh', 'Meera Nair']);
    const user = mount();
    await openModal();
    await choose(user, 'Stage', 'Fresh');
    await user.click(saveButton());
    await waitFor(() => expect(document.querySelector('.ca-form')).toBeNull());
  });

  it('stays on the lead with all input if the save fails', async () => {
    const world = worldOf(['Aarav Deshmukh', 'Meera Nair'], {}, { save: () => json({ code: 500 }, 500) });
    const user = mount();
    await openModal();
    await choose(user, 'Stage', 'Fresh');
    await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Call after six');
    await user.click(next()!);
    expect(await screen.findByText('Some error')).toBeTruthy();
    expect(asked(world, 'callGenerate')).toBe(1);
    expect(who()).toContain('Aarav Deshmukh');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' }).value).toBe('Call after six');
    expect(place()).toBe('1 of 2');
  });

  it('asks for the next lead while the outcome is being saved, and stays on this one if it is refused', async () => {
    let answer: (response: Response) => void = () => undefined;
    const world = worldOf(['Aarav Deshmukh', 'Meera Nair'], {}, { save: () => new Promise((done) => (answer = done)) });
    const user = mount();
    await openModal();
    await choose(user, 'Stage', 'Fresh');
    expect(asked(world, 'res/leads/lead-2')).toBe(0);
    await user.click(next()!);
    await waitFor(() => expect(asked(world, 'res/leads/lead-2')).toBe(1));
    expect(who()).toContain('Aarav Deshmukh');
    answer(json({ code: 500 }, 500));
    expect(await screen.findByText('Some error')).toBeTruthy();
    expect(who()).toContain('Aarav Deshmukh');
    await user.click(next()!);
    await waitFor(() => expect(asked(world, 'callGenerate')).toBe(2));
    answer(json({ code: 200, message: 'Saved Successfully', data: { call_action_id: 'ca-9', follow_up_id: null } }));
    await waitFor(() => expect(who()).toContain('Meera Nair'));
  });

  it.each([
    ['deleted', 404],
    ['reassigned', 403],
  ] as const)('passes over a lead that was %s as its form opened, and says so', async (_, refusal) => {
    worldOf(['Aarav Deshmukh', 'Meera Nair', 'Kabir Rao'], { 'lead-2': 1 }, {}, refusal);
    const user = mount();
    await openModal();
    await choose(user, 'Stage', 'Fresh');
    await user.click(next()!);
    await waitFor(() => expect(who()).toContain('Kabir Rao'));
    expect(await screen.findByText('1 lead of the list is no longer open to you: passed over.')).toBeTruthy();
    await loaded();
    expect(place()).toBe('1 of 1');
  });

  it('says at the end of the list that nothing is left, and leads back', async () => {
    worldOf(['Aarav Deshmukh']);
    const user = mount();
    await openModal();
    await choose(user, 'Stage', 'Fresh');
    await user.click(next()!);
    expect(await screen.findAllByText('That was the last lead of “Leads”')).not.toEqual([]); // text and name of the dialog
    expect(screen.getByText('Nothing is left to do in it.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Back to the list' })).toBeTruthy();
    await waitFor(() => expect(document.querySelector('.ca-form')).toBeNull());
  });

  it('leads from the end to the leads that were left out', async () => {
    worldOf(['Meera Nair', 'Kabir Rao']);
    const user = mount();
    const { openLeadStage } = await import('../../src/providers/screens/lead-stage-modal');
    openLeadStage({ leadId: 'lead-2' });
    await waitFor(() => expect(who()).toContain('Kabir Rao'));
    await loaded();
    await choose(user, 'Stage', 'Fresh');
    await user.click(next()!);
    await user.click(await screen.findByRole('button', { name: 'Go to the first of them' }));
    await waitFor(() => expect(who()).toContain('Meera Nair'));
    expect(place()).toBe('1 of 1');
  });
});
