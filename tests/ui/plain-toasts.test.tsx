import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { PlainToasts, showToast } from '../../src/ui/toasts/plain-toasts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('the same message again takes the place of the first and stays as long; others and offers to undo stand beside it', () => {
  vi.useFakeTimers();
  render(<PlainToasts />);
  const texts = (): (string | null)[] =>
    [...screen.getByRole('status').querySelectorAll('.p-toast > span')].map((one) => one.textContent);
  act(() => {
    showToast('success', 'Saved Successfully');
    vi.advanceTimersByTime(2000);
    showToast('warning', 'Saved Successfully');
    showToast('success', 'Follow-up completed', { label: 'Undo', run: () => undefined });
    showToast('success', 'Follow-up completed', { label: 'Undo', run: () => undefined });
    showToast('success', 'Saved Successfully');
  });
  expect(texts()).toEqual(['Saved Successfully', 'Follow-up completed', 'Follow-up completed', 'Saved Successfully']);
  act(() => void vi.advanceTimersByTime(2000));
  expect(texts()).toContain('Saved Successfully');
  act(() => void vi.advanceTimersByTime(2000));
  expect(texts().filter((one) => one === 'Saved Successfully')).toHaveLength(1); // the warning
});
