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
      <output>{form.formState.isDirty ? 'unsaved' : 'as stored'}</output>
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
/** Clicks once the button is no longer saving; its icon may still be fading out, and be part of its name. */
async function press(): Promise<void> {
  await waitFor(() => expect(document.querySelector('.ant-btn-loading')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: /Save/ }));
}
const alerts = (): (string | null)[] => screen.queryAllByRole('alert').map((one) => one.textContent);
/** The text that describes the field. */
const noteOf = (label: string): string | undefined =>
  document.getElementById(field(label).getAttribute('aria-describedby')!)?.textContent;

describe('a form of a hand-made screen', () => {
  it('shows the required message under its field, in place of the help, and focuses the field', async () => {
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

  it('has nothing unsaved once it was saved, also while its page is still being left', async () => {
    show();
    write('Name', 'BSc');
    await waitFor(() => expect(screen.getByText('unsaved')).toBeDefined());
    await press();
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    await waitFor(() => expect(screen.getByText('as stored')).toBeDefined());
    expect(field('Name').value).toBe('BSc');
    write('Name', 'MSc');
    await waitFor(() => expect(screen.getByText('unsaved')).toBeDefined());
  });

  it('closes after a refusal also where the browser answers scrolling with a promise', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as never);
    show();
    await press();
    await waitFor(() => expect(noteOf('Name')).toBe('Name is required.'));
    save.mockRejectedValue(problem(409, 'Somebody was faster.'));
    write('Name', 'BSc');
    await press();
    await waitFor(() => expect(alerts()).toEqual(['Somebody was faster.']));
    expect(scroll).toHaveBeenCalled();
    expect(cleanup).not.toThrow();
  });

  it('marks a required field whose check is elsewhere, and sends it empty', async () => {
    show();
    write('Name', 'BSc');
    write('From', '');
    expect(field('From').getAttribute('aria-required')).toBe('true');
    await press();
    await waitFor(() => expect(save).toHaveBeenCalledWith({ name: 'BSc', from: '', until: '9' }));
  });

  it('checks fields against each other once each of them is valid', async () => {
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

  it('shows the server’s message under its field, other messages at the top, and keeps the input', async () => {
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

  it('shows the server’s message for a hidden field at the top, with the label of the field', async () => {
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

  it('sends once when it is submitted twice at once, and shows that it is saving', async () => {
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

  it('checks a field when it is left, if the form is set so', async () => {
    show('onTouched');
    write('Name', 'B');
    fireEvent.blur(field('From'));
    expect(alerts()).toEqual([]);
    fireEvent.blur(field('Name'));
    await waitFor(() => expect(alerts()).toEqual(['Write at least 3 characters.']));
  });
});
