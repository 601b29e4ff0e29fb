import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setTenantZone } from '../../src/ui/time/clock';
import { MomentField } from '../../src/ui/time/moment-field';
import { readWall } from '../../src/ui/time/wall-dates';

afterEach(() => {
  cleanup();
  setTenantZone(undefined);
});

const said = vi.fn<(at: string | null) => void>();
const submitted = vi.fn<() => void>();
const closed = vi.fn<() => void>();
function Field({ start = null }: { start?: string | null }): ReactNode {
  const [value, setValue] = useState<string | null>(start);
  const change = (at: string | null): void => {
    said(at);
    setValue(at);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted();
      }}
    >
      <label htmlFor="when">When</label>
      <MomentField id="when" value={value} onChange={change} />
      <input aria-label="After" />
    </form>
  );
}
function mount(node: ReactNode) {
  for (const spy of [said, submitted, closed]) spy.mockClear();
  render(node);
  return userEvent.setup();
}
const field = () => screen.getByLabelText<HTMLInputElement>('When');
const calendar = () => document.querySelector('.p-moment-panel:not(.ant-picker-dropdown-hidden, .ant-slide-up-leave)');

describe('the field for a day and a time', () => {
  it.each([
    ['24 Nov 2026 17:30', '2026-11-24T17:30'],
    ['Tue 24 Nov 2026 17:30', '2026-11-24T17:30'],
    ['24 november 2026, 5:30 pm', '2026-11-24T17:30'],
    ['24/11/2026 05.30', '2026-11-24T05:30'],
    ['2026-11-24T17:30', '2026-11-24T17:30'],
    ['1 Jan 2027 12:05 am', '2027-01-01T00:05'],
  ])('reads %s', (text, local) => expect(readWall(text)?.format('YYYY-MM-DDTHH:mm')).toBe(local));

  it.each(['', '24 Nov 2026', '31 Feb 2026 10:00', '24 Xyz 2026 10:00', '24 Nov 2026 25:00', '24 Nov 2026 10:7'])(
    'does not read %j',
    (text) => expect(readWall(text)).toBeNull(),
  );

  it.each([
    ['Asia/Kolkata', '2030-11-24T12:00:00.000Z'],
    ['America/New_York', '2030-11-24T22:30:00.000Z'],
  ])('takes a typed time in the zone of the tenant, %s', async (zone, at) => {
    setTenantZone(zone);
    const user = mount(<Field />);
    await user.type(field(), '24 Nov 2030 17:30');
    expect(said).toHaveBeenLastCalledWith(at);
    expect(field().value).toBe('Sun 24 Nov 2030 17:30');
  });

  it('takes Enter for the time while the calendar is open, then for the form', async () => {
    const user = mount(<Field />);
    await user.type(field(), '24 Nov 2030 17:30');
    expect(calendar()).toBeTruthy();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(calendar()).toBeNull());
    expect(submitted).not.toHaveBeenCalled();
    expect(field().value).toBe('Sun 24 Nov 2030 17:30');
    await user.keyboard('{Enter}');
    expect(submitted).toHaveBeenCalledOnce();
    expect(calendar()).toBeNull();
  });

  it('closes by Escape alone, and only the next Escape closes the dialog', async () => {
    const user = mount(
      <Modal open onCancel={closed}>
        <Field />
      </Modal>,
    );
    await user.click(field());
    await waitFor(() => expect(calendar()).toBeTruthy());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(calendar()).toBeNull());
    expect(closed).not.toHaveBeenCalled();
    await user.keyboard('{Escape}');
    expect(closed).toHaveBeenCalledOnce();
  });

  it('is one stop of the Tab key, after the quick picks, and is opened by the down arrow', async () => {
    const user = mount(<Field />);
    screen.getByRole('button', { name: 'Next Monday' }).focus();
    await user.tab();
    expect(document.activeElement).toBe(field());
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(calendar()).toBeTruthy());
    await user.tab();
    expect(document.activeElement).toBe(screen.getByLabelText('After'));
    await waitFor(() => expect(calendar()).toBeNull());
  });

  it('has no time once its text is deleted', async () => {
    const user = mount(<Field start="2030-11-24T12:00:00.000Z" />);
    expect(field().value).toBe('Sun 24 Nov 2030 17:30');
    await user.clear(field());
    expect(said).toHaveBeenLastCalledWith(null);
  });

  it('takes a day from the calendar at once, at eleven', async () => {
    const user = mount(<Field />);
    await user.click(field());
    await user.click(await waitFor(() => screen.getByLabelText(/next year/i)));
    await user.click(document.querySelector('.p-moment-panel .ant-picker-cell-in-view')!);
    const at = said.mock.lastCall?.[0] ?? '';
    expect(at).toMatch(/T05:30:00\.000Z$/);
  });
});
