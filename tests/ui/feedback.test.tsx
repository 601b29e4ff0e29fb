import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json, type Answers, type Asked } from './browser-fixture';
import { agree, setUp, stand, tearDown } from './feedback-world';

beforeEach(setUp);
afterEach(tearDown);
const features = [
  'Dashboard',
  'Publisher',
  'Leads',
  'Notes',
  'Employee Workforce',
  'Reports & Activity',
  'Automation',
  'Marketing',
  'Application Manager',
  'Setting',
  'Access Control',
];
const categories = [
  'Positive Experience',
  'Feature Appreciation',
  'UI/UX Enjoyment',
  'Performance Kudos',
  'Mobile Experience',
  'Reporting & Analytics Success',
  'Automation Reliability',
  'Integration Smoothness',
  'Onboarding Experience',
  'Customer Support Satisfaction',
  'Slow Website',
  'Login Issue',
  'Feature Request',
  'Data Not Updating',
  'UI Bug',
  'Navigation Problem',
  'Performance Issue',
  'Error Message',
  'Report Incorrect',
  'Other',
];
const unrated = { experience: null, easeOfUse: null, uiUxDesign: null, reliability: null, support: null, satisfaction: null };
const needed = 'This field is required when you say “Yes.”';
async function open(answers: Answers = agree): Promise<{ asked: Asked[]; box: HTMLElement }> {
  const asked = stand(answers);
  fireEvent.click(screen.getByRole('button', { name: 'Give feedback' }));
  return { asked, box: await screen.findByRole('dialog', { name: 'Feedback' }) };
}
const group = (name: string): HTMLElement => screen.getByRole('group', { name });
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const comments = (): HTMLTextAreaElement => screen.getByLabelText(/^Comments/);
const website = (): HTMLInputElement | null => screen.queryByLabelText(/^Website URL/);
const write = (text: string): void => void fireEvent.change(comments(), { target: { value: text } });
const say = (word: 'Yes' | 'No'): void => void fireEvent.click(screen.getByRole('radio', { name: word }));
const star = (scale: string, count: number): void => void fireEvent.click(within(group(scale)).getAllByRole('radio')[count - 1]!);
const isOpen = (): boolean => !/leave|hidden/.test(document.querySelector('.ant-modal')?.className ?? 'hidden');
/** Fills every field with something that is not its default. */
function fillAll(): void {
  write('Good');
  say('Yes');
  fireEvent.change(website()!, { target: { value: 'https://northstar.example' } });
  for (const name of ['UI Bug', 'Positive Experience', 'Leads']) press(name);
  star('Support', 4);
}
const isEmpty = (): boolean =>
  comments().value === '' &&
  website() === null &&
  ['Yes', 'No'].every((name) => !screen.getByRole<HTMLInputElement>('radio', { name }).checked) &&
  screen.queryAllByRole('button', { pressed: true }).length === 0 &&
  within(group('Support'))
    .getAllByRole('radio')
    .every((one) => one.getAttribute('aria-checked') === 'false');

describe('the feedback modal', () => {
  it('sends one feedback when Submit is pressed twice at once', async () => {
    const { asked } = await open();
    write('Good');
    const form = document.querySelector<HTMLFormElement>('form.p-feedback')!;
    act(() => {
      form.requestSubmit();
      form.requestSubmit();
    });
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(asked.filter(({ path }) => path === 'submitFeedback')).toHaveLength(1);
  });

  it('FEEDBACK-001 HEADER-007 opens from the header, titled Feedback', async () => {
    const { box } = await open();
    expect(within(box).getByText('Feedback')).toBeTruthy();
  });

  const listed = (name: string): string[] =>
    within(group(name))
      .getAllByRole('button')
      .map(({ textContent }) => textContent ?? '');
  const id = (number: number): string => `FEEDBACK-${String(number).padStart(3, '0')}`;

  it.each(features.map((name, index) => [id(9 + index), name] as const))('%s offers the feature %s', async (_, name) => {
    await open();
    expect(listed('Which features?')).toContain(name);
  });
  it('FEEDBACK-020 offers these 11 features in this order', async () => {
    await open();
    expect(listed('Which features?')).toEqual(features);
  });
  it.each(categories.map((name, index) => [id(21 + index), name] as const))('%s offers the category %s', async (_, name) => {
    await open();
    expect(listed('What is it about?')).toContain(name);
  });
  it('FEEDBACK-041 offers these 20 categories in this order', async () => {
    await open();
    expect(listed('What is it about?')).toEqual(categories);
  });

  it('FEEDBACK-003 FEEDBACK-007 FEEDBACK-008 FEEDBACK-044 FEEDBACK-047 CONST-019 sends the defaults: recommend 2, six unrated scales', async () => {
    const { asked } = await open();
    write('Good');
    press('Submit');
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]).toMatchObject({ method: 'POST', path: 'submitFeedback' });
    const rest = { comments: 'Good', category: [], selectedFeatures: [], ratings: unrated };
    expect(asked[0]!.body).toEqual({ ...rest, recommend: 2, recommend_answered: false });
  });

  it('FEEDBACK-003 nothing is chosen at first, and No is sent as an answer', async () => {
    const { asked, box } = await open();
    for (const name of ['Yes', 'No']) expect(within(box).getByRole<HTMLInputElement>('radio', { name }).checked).toBe(false);
    write('Good');
    fireEvent.click(within(box).getByRole('radio', { name: 'No' }));
    press('Submit');
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]!.body).toMatchObject({ recommend: 2 });
    expect(asked[0]!.body).not.toHaveProperty('recommend_answered');
  });

  it('FEEDBACK-003 FEEDBACK-005 FEEDBACK-006 FEEDBACK-007 FEEDBACK-047 sends everything that was filled in', async () => {
    const { asked } = await open();
    fillAll();
    press('Submit');
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]!.body).toEqual({
      comments: 'Good',
      recommend: 1,
      recommendationsDetails: 'https://northstar.example',
      category: ['Positive Experience', 'UI Bug'],
      selectedFeatures: ['Leads'],
      ratings: { ...unrated, support: 4 },
    });
  });

  it('FEEDBACK-008 CONST-019 rates each scale from 1 to 5, or not at all', async () => {
    const { asked } = await open();
    write('Good');
    const names = ['Overall experience', 'Ease of use', 'UI/UX design', 'Reliability', 'Support', 'Satisfaction'];
    for (const name of names) expect(within(group(name)).getAllByRole('radio')).toHaveLength(5);
    names.forEach((name, index) => star(name, Math.min(5, index + 1)));
    star('Satisfaction', 5); // clicking the same star again clears the rating
    press('Submit');
    await waitFor(() => expect(asked).toHaveLength(1));
    expect((asked[0]!.body as { ratings: unknown }).ratings).toEqual({
      experience: 1,
      easeOfUse: 2,
      uiUxDesign: 3,
      reliability: 4,
      support: 5,
      satisfaction: null,
    });
  });

  it('FEEDBACK-004 asks for the website only when recommending', async () => {
    await open();
    expect(website()).toBeNull();
    say('Yes');
    expect(website()).not.toBeNull();
    say('No');
    expect(website()).toBeNull();
  });

  it('FEEDBACK-002 FEEDBACK-042 FEEDBACK-046 requires comments, and blanks do not count', async () => {
    const { asked } = await open();
    for (const text of ['', '   ']) {
      write(text);
      await waitFor(() => expect(document.querySelector('.ant-btn-loading')).toBeNull()); // the previous check is done
      fireEvent.click(screen.getByRole('button', { name: /Submit/ }));
      expect(await screen.findByText('Comments is required.')).toBeTruthy();
    }
    expect(asked).toEqual([]);
    write('x');
    await waitFor(() => expect(screen.queryByText('Comments is required.')).toBeNull());
  });

  it('FEEDBACK-043 FEEDBACK-046 needs the website when recommending', async () => {
    const { asked } = await open();
    write('Good');
    say('Yes');
    press('Submit');
    expect(await screen.findByText(needed)).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it('FEEDBACK-045 shows an error once its field was left or Submit was pressed', async () => {
    await open();
    say('Yes');
    expect(screen.queryByText('Comments is required.')).toBeNull();
    expect(screen.queryByText(needed)).toBeNull();
    fireEvent.blur(comments());
    expect(await screen.findByText('Comments is required.')).toBeTruthy();
    expect(screen.queryByText(needed)).toBeNull();
    fireEvent.blur(website()!);
    expect(await screen.findByText(needed)).toBeTruthy();
    press('Reset');
    expect(screen.queryByRole('alert')).toBeNull();
    say('Yes');
    press('Submit');
    expect(await screen.findByText('Comments is required.')).toBeTruthy();
    expect(screen.getByText(needed)).toBeTruthy();
  });

  it.each([
    ['the server’s message', agree, 'Thank you, we read every word.'],
    ['its own without one', () => json({ success: true }), 'Feedback submitted successfully'],
  ] as const)('FEEDBACK-048 FEEDBACK-049 says %s, closes and resets', async (_, answers, text) => {
    await open(answers);
    fillAll();
    press('Submit');
    expect(await screen.findByText(text)).toBeTruthy();
    await waitFor(() => expect(isOpen()).toBe(false));
    press('Give feedback');
    await waitFor(() => expect(isOpen()).toBe(true));
    expect(isEmpty()).toBe(true);
  });

  it.each([
    ['a refusal', () => json({ success: false, message: 'no' })],
    ['a fault', () => json({ message: 'broken' }, 500)],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ] as const)('FEEDBACK-050 %s shows Something went wrong and keeps the input', async (_, answers) => {
    await open(answers);
    fillAll();
    press('Submit');
    expect(await screen.findByText('Something went wrong')).toBeTruthy();
    expect(isOpen()).toBe(true);
    expect(comments().value).toBe('Good');
  });

  it('FEEDBACK-051 Reset restores the defaults and stays open', async () => {
    const { asked } = await open();
    fillAll();
    expect(isEmpty()).toBe(false);
    press('Reset');
    expect(isEmpty()).toBe(true);
    expect(isOpen()).toBe(true);
    expect(asked).toEqual([]);
  });

  it('FEEDBACK-052 Cancel restores the defaults and closes', async () => {
    const { asked } = await open();
    fillAll();
    press('Cancel');
    await waitFor(() => expect(isOpen()).toBe(false));
    press('Give feedback');
    await waitFor(() => expect(isOpen()).toBe(true));
    expect(isEmpty()).toBe(true);
    expect(asked).toEqual([]);
  });
});
