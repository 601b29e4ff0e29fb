import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NoteComposer } from '../../src/custom/lead-page/note-composer';
import { mentionedIn } from '../../src/custom/lead-page/note-drafts';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork, type Asked } from './browser-fixture';

let saving: () => Response | Promise<Response>;
let asked: readonly Asked[];
beforeEach(() => {
  freshBrowser('/lp/lead-1/conversion');
  signedIn();
  saving = () => json({ id: 'n-1' });
  asked = stubNetwork(({ path, method }) => {
    if (path.includes('users/colleagues')) return json({ code: 200, data: [{ id: 'u-9', name: 'Anil Rao', away: false }] });
    return path === 'res/notes' && method === 'POST' ? saving() : undefined;
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The composer as a new tab of the page or a reload shows it. */
async function open(): Promise<HTMLTextAreaElement> {
  cleanup();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <MemoryRouter>
          <NoteComposer leadId="lead-1" />
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  );
  return screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
}
const save = (box: HTMLElement): boolean => fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true });
const saves = (): Asked[] => asked.filter(({ path, method }) => method === 'POST' && path === 'res/notes');
const keys = (): Set<string | null> => new Set(saves().map(({ headers }) => headers.get('Idempotency-Key')));
const type = (box: HTMLElement, value: string): boolean => fireEvent.change(box, { target: { value } });

describe('a note about a lead', () => {
  it('keeps the colleague who is mentioned when another tab of the page is opened right after', async () => {
    const user = userEvent.setup();
    await user.type(await open(), 'Ask @An');
    fireEvent.click(await screen.findByText('Anil Rao'));
    const again = await open();
    expect(again.value).toBe('Ask @Anil Rao ');
    save(again);
    await waitFor(() => expect(again.value).toBe(''));
    expect(saves()[0]!.body).toEqual({ lead_id: 'lead-1', body: 'Ask @Anil Rao', mentions: ['u-9'] });
  });

  it('mentions nobody whose name only begins that of a colleague who is mentioned', () => {
    const mentioned = { u1: 'Anil', u2: 'Anil Rao', u3: 'Meera' };
    expect(mentionedIn({ text: 'Ask @Anil Rao about the fee', mentioned })).toEqual(['u2']);
    expect(mentionedIn({ text: '@Anil Rao and @Anil, please', mentioned }).toSorted()).toEqual(['u1', 'u2']);
    expect(mentionedIn({ text: '@Anil Rao', mentioned: { ...mentioned, u4: 'Anil Rao' } }).toSorted()).toEqual(['u2', 'u4']);
  });

  it('stays after a lost connection, and is one note when it is saved again, also after a reload', async () => {
    const box = await open();
    type(box, 'Ask for the hostel');
    saving = () => Promise.reject(new TypeError('Failed to fetch'));
    save(box);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('The server could not be reached. The note is still here; try again.');
    const again = await open();
    expect(again.value).toBe('Ask for the hostel');
    saving = () => json({ id: 'n-1' });
    save(again);
    await waitFor(() => expect(again.value).toBe(''));
    expect(saves()).toHaveLength(2);
    expect([...keys()]).toEqual([expect.stringMatching(/./)]);
  });

  it('is not lost when it is changed while the one before is saved', async () => {
    const box = await open();
    let answer: (response: Response) => void = () => undefined;
    saving = () => new Promise((resolve) => (answer = resolve));
    type(box, 'Ask for the hostel');
    save(box);
    type(box, 'Ask for the hostel and the fee');
    answer(json({ id: 'n-1' }));
    expect(await screen.findByText('Note saved.')).toBeTruthy();
    expect(box.value).toBe('Ask for the hostel and the fee');
    saving = () => json({ id: 'n-2' });
    await waitFor(() => expect(screen.getByRole('button', { name: /Save$/ }).className).not.toContain('loading'));
    save(box);
    await waitFor(() => expect(box.value).toBe(''));
    expect(keys().size).toBe(2);
  });
});
