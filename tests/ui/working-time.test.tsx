import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { App } from './app-fixture';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkingTime } from '../../src/custom/tenant-profile/working-time';
import { currentSession } from '../../src/providers/session/session';
import { tenantZone } from '../../src/ui/time/clock';
import { freshBrowser, json, signedIn, stubNetwork, type Asked } from './browser-fixture';

let asked: Asked[];
let answer = (): Response => json({ code: 200, message: 'Tenant saved.' });
beforeEach(() => {
  freshBrowser('/tenant-profile/t-1');
  signedIn({ role: 1 });
  answer = () => json({ code: 200, message: 'Tenant saved.' });
  asked = stubNetwork(() => answer());
});
afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
});

function open(time_tracking?: object): { saved: () => number; dialog: () => HTMLElement } {
  const onSaved = vi.fn();
  render(
    <App>
      <WorkingTime tenant={{ id: 't-1', ...(time_tracking ? { time_tracking } : {}) }} onSaved={onSaved} />
    </App>,
  );
  return {
    saved: () => onSaved.mock.calls.length,
    dialog: () => {
      if (!screen.queryByRole('dialog')) fireEvent.click(screen.getByRole('button', { name: 'Change working time' }));
      return screen.getByRole('dialog', { name: 'Working time' });
    },
  };
}
const facts = (): string[] => screen.getAllByRole('definition').map((one) => one.textContent ?? '');
const fill = (box: HTMLElement, label: RegExp, value: string): boolean =>
  fireEvent.change(within(box).getByLabelText(label), { target: { value } });

describe('working time of a tenant', () => {
  it('D-071 shows what is set in minutes, otherwise the defaults', () => {
    open();
    expect(facts()).toEqual(['Asia/Kolkata', '1 min', '6 min', 'Never']);
    cleanup();
    open({ idle_ms: 90_000, poll_ms: 600_000, auto_break_ms: 900_000 });
    expect(facts()).toEqual(['Asia/Kolkata', '1.5 min', '10 min', '15 min']);
  });

  it('D-071 stores minutes as milliseconds, an empty field means the default, and this browser follows at once', async () => {
    const { dialog, saved } = open({ idle_ms: 90_000, poll_ms: 600_000 });
    const box = dialog();
    fill(box, /^Idle after/, '2');
    fill(box, /^Save time every/, '');
    fill(box, /^Start break automatically/, '12.5');
    fireEvent.submit(box.querySelector('form')!);
    await waitFor(() => expect(saved()).toBe(1));
    expect(asked.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['PUT', 'update_tenant/t-1', { time_tracking: { idle_ms: 120_000, auto_break_ms: 750_000 } }],
    ]);
    expect(currentSession()!.persisted.tenant.time_tracking).toEqual({ idle_ms: 120_000, auto_break_ms: 750_000 });
  });

  it('changes the time zone, and every time in this browser is shown in it at once', async () => {
    const { dialog, saved } = open();
    const box = dialog();
    const zone = within(box).getByRole('combobox', { name: 'Time zone' });
    fireEvent.mouseDown(zone);
    fireEvent.change(zone, { target: { value: 'new y' } });
    fireEvent.click(await screen.findByTitle('America/New York'));
    fireEvent.submit(box.querySelector('form')!);
    await waitFor(() => expect(saved()).toBe(1));
    expect(asked.map(({ body }) => body)).toEqual([{ time_tracking: {}, timezone: 'America/New_York' }]);
    expect(currentSession()!.persisted.tenant.timezone).toBe('America/New_York');
    expect(tenantZone()).toBe('America/New_York');
  });

  it('shows a refusal at its field until the field changes', async () => {
    answer = () => json({ code: 422, message: 'no', errors: [{ path: 'time_tracking.idle_ms', message: 'At least 15000' }] });
    const { dialog, saved } = open();
    const box = dialog();
    fill(box, /^Idle after/, '0.3');
    fireEvent.submit(box.querySelector('form')!);
    expect((await within(box).findByRole('alert')).textContent).toBe('At least 15000');
    fill(box, /^Idle after/, '1');
    await waitFor(() => expect(within(box).queryByRole('alert')).toBeNull());
    expect(saved()).toBe(0);
  });

  it('shows a refusal that belongs to none of its fields at the top', async () => {
    answer = () => json({ code: 422, message: 'no', errors: [{ path: 'phone', message: 'Phone is required' }] });
    const box = open().dialog();
    fill(box, /^Idle after/, '1');
    fireEvent.submit(box.querySelector('form')!);
    expect((await within(box).findByRole('alert')).textContent).toBe('Phone is required.');
  });

  it('asks before typed text is lost, but not if it equals the stored value', async () => {
    const { dialog } = open({ idle_ms: 90_000 });
    const questions = (): number => document.querySelectorAll('.ant-modal-confirm').length;
    fill(dialog(), /^Idle after/, '2');
    fireEvent.click(within(dialog()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(questions()).toBe(1));
    fireEvent.click(screen.getByText('Keep editing'));
    await waitFor(() => expect(questions()).toBe(0));
    expect(within(dialog()).getByLabelText<HTMLInputElement>(/^Idle after/).value).toBe('2');
    fill(dialog(), /^Idle after/, '1.5');
    fireEvent.click(within(dialog()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(questions()).toBe(0);
  });

  it('shows the limits in minutes at each wrong field, and sends nothing', async () => {
    const { dialog, saved } = open();
    const box = dialog();
    fill(box, /^Idle after/, '61');
    fill(box, /^Start break automatically/, '0.5');
    expect(within(box).queryByRole('alert')).toBeNull(); // not while it is first being typed
    fireEvent.submit(box.querySelector('form')!);
    await waitFor(() =>
      expect(
        within(box)
          .getAllByRole('alert')
          .map((one) => one.textContent),
      ).toEqual(['Enter 0.25 to 60 minutes.', 'Enter 1 to 720 minutes.']),
    );
    expect(document.activeElement).toBe(within(box).getByLabelText(/^Idle after/));
    fill(box, /^Idle after/, '60');
    fill(box, /^Start break automatically/, '');
    await waitFor(() => expect(within(box).queryByRole('alert')).toBeNull());
    expect(asked).toEqual([]);
    fireEvent.submit(box.querySelector('form')!);
    await waitFor(() => expect(saved()).toBe(1));
  });
});
