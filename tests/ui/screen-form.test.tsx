// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problem } from '../../src/schemas/kit/problem';
import { FormField } from '../../src/ui/forms/form-field';
import { FormFrame } from '../../src/ui/forms/form-frame';
import { useScreenForm } from '../../src/ui/forms/use-screen-form';
import { App } from './app-fixture';
import { freshBrowser, windowWidth } from './browser-fixture';

interface Course {
  readonly name: string;
  readonly from: string;
  readonly until: string;
}
const save = vi.fn<(values: Course) => Promise<void>>();

function CourseForm({ mode }: { mode: 'onSubmit' | 'onTouched' }): ReactNode {
  const [open, setOpen] = useState(true);
  const form = useScreenForm<Course>({
    id: 'co',
    mode,
    values: { name: '', from: '1', until: '9' },
    check: ({ from, until }) => (Number(until) < Number(from) ? { until: 'The end lies before the start.' } : {}),
    save,
  });
  return (
    <FormFrame form={form}>
      <FormField form={form} name="name" label="Name" required="Name is required." check={shortFault} help="As in the brochure.">
        {(input) => <Input {...input} />}
      </FormField>
      <FormField form={form} name="from" label="From" required>
        {(input) => <Input {...input} />}
      </FormField>
      {open ? (
        <FormField form={form} name="until" label="Until">
          {(input) => <Input {...input} />}
        </FormField>
      ) : null}
      <Button onClick={() => setOpen(!open)}>Less</Button>
      <Button htmlType="submit" loading={form.saving}>
        Save
      </Button>
    </FormFrame>
  );
}
const shortFault = (name: string): string | undefined => (name.length < 3 ? 'Write at least 3 characters.' : undefined);

beforeEach(() => {
  freshBrowser();
  windowWidth(1366);
  save.mockReset().mockResolvedValue();
});
afterEach(cleanup);
const show = (mode: 'onSubmit' | 'onTouched' = 'onSubmit'): void =>
  void render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <CourseForm mode={mode} />
      </App>
    </QueryClientProvider>,
  );
const field = (label: string): HTMLInputElement => screen.getByLabelText(label);
const write = (label: string, text: string): boolean => fireEvent.change(field(label), { target: { value: text } });
/** Once the button no longer saves; its icon may still be on its way out, and part of its name. */
async function press(): Promise<void> {
  await waitFor(() => expect(document.querySelector('.ant-btn-loading')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: /Save/ }));
}
const alerts = (): (string | null)[] => screen.queryAllByRole('alert').map((one) => one.textContent);
/** The text that the field names as its description. */
const noteOf = (label: string): string | undefined =>
  document.getElementById(field(label).getAttribute('aria-describedby')!)?.textContent;

describe('a form of a hand-made screen', () => {
  it('puts the required sentence under its field, in place of the help, and the focus there', async () => {
    show();
    expect([field('Name').id, noteOf('Name')]).toEqual(['co-name', 'As in the brochure.']);
    await press();
    await waitFor(() => expect(noteOf('Name')).toBe('Name is required.'));
    await waitFor(() => expect(document.activeElement).toBe(field('Name')));
    expect([alerts(), field('Name').getAttribute('aria-invalid')]).toEqual([['Name is required.'], 'true']);
    write('Name', 'BA');
    await waitFor(() => expect(noteOf('Name')).toBe('Write at least 3 characters.'));
    write('Name', 'BSc');
    await waitFor(() => expect(noteOf('Name')).toBe('As in the brochure.'));
    expect(save).not.toHaveBeenCalled();
  });

  it('marks a field whose emptiness is told in another way, and sends it empty', async () => {
    show();
    write('Name', 'BSc');
    write('From', '');
    expect(field('From').getAttribute('aria-required')).toBe('true');
    await press();
    await waitFor(() => expect(save).toHaveBeenCalledWith({ name: 'BSc', from: '', until: '9' }));
  });

  it('checks between fields once each of them is right', async () => {
    show();
    write('Until', '0');
    await press();
    await waitFor(() => expect(alerts()).toEqual(['Name is required.']));
    write('Name', 'BSc');
    await press();
    await waitFor(() => expect(alerts()).toEqual(['The end lies before the start.']));
    expect(document.activeElement).toBe(field('Until'));
    expect(save).not.toHaveBeenCalled();
    write('From', '0'); // the other field of the two
    await press();
    await waitFor(() => expect(save).toHaveBeenCalledWith({ name: 'BSc', from: '0', until: '0' }));
    expect(alerts()).toEqual([]);
  });

  it('puts what the server says of a field under it and the rest at the top, and keeps what was typed', async () => {
    save.mockRejectedValueOnce(problem(422, 'Not saved', [{ path: 'name', message: 'There is a course of this name.' }]));
    save.mockRejectedValueOnce(
      problem(422, 'Two things are wrong', [
        { path: 'until', message: 'Too late.' },
        { path: 'seats', message: 'No seats are left.' },
      ]),
    );
    save.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    show();
    write('Name', 'BSc');
    await press();
    await waitFor(() => expect(alerts()).toEqual(['There is a course of this name.']));
    expect(document.activeElement).toBe(field('Name'));
    await press();
    await waitFor(() => expect(alerts()).toEqual(['Seats: No seats are left.', 'Too late.']));
    expect(noteOf('Until')).toBe('Too late.');
    await press();
    await waitFor(() => expect(alerts()).toEqual(['The server could not be reached.']));
    expect(['Name', 'From', 'Until'].map((label) => field(label).value)).toEqual(['BSc', '1', '9']);
    await press();
    await waitFor(() => expect(alerts()).toEqual([]));
    expect(save).toHaveBeenCalledTimes(4);
  });

  it('says at the top, with its label, what the server says of a field that is no longer visible', async () => {
    save.mockRejectedValue(
      problem(422, 'Two things are wrong', [
        { path: 'until', message: 'must not be in the past' },
        { path: 'seats.0.room_id', message: 'Room is taken' },
      ]),
    );
    show();
    write('Name', 'BSc');
    write('Until', '3');
    fireEvent.click(screen.getByRole('button', { name: 'Less' }));
    await press();
    await waitFor(() => expect(alerts()).toEqual(['Until: must not be in the past. Room is taken.']));
    fireEvent.click(screen.getByRole('button', { name: 'Less' }));
    await press();
    await waitFor(() => expect(alerts()).toEqual(['Room is taken.', 'must not be in the past']));
    expect(field('Until').value).toBe('3');
  });

  it('sends once when it is sent twice at once, and shows that it is saving', async () => {
    let end = (): void => undefined;
    save.mockImplementation(() => new Promise((resolve) => (end = resolve)));
    show();
    write('Name', 'BSc');
    const form = document.querySelector('form')!;
    act(() => {
      form.requestSubmit();
      form.requestSubmit();
    });
    await waitFor(() => expect(document.querySelector('.ant-btn-loading')).not.toBeNull());
    expect(save).toHaveBeenCalledTimes(1);
    await act(async () => end());
    await waitFor(() => expect(document.querySelector('.ant-btn-loading')).toBeNull());
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('checks a field that was left, where the form says so', async () => {
    show('onTouched');
    write('Name', 'B');
    fireEvent.blur(field('From'));
    expect(alerts()).toEqual([]);
    fireEvent.blur(field('Name'));
    await waitFor(() => expect(alerts()).toEqual(['Write at least 3 characters.']));
  });
});
