import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SearchBox } from '../../src/resources/list/search-box';

beforeEach(() => {
  vi.useFakeTimers();
  history.replaceState(null, '', '/config/streams');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const type = (onSearch: (text: string) => void): void => {
  render(<SearchBox value="" what="streams" onSearch={onSearch} />);
  fireEvent.change(screen.getByLabelText('Search streams'), { target: { value: ' law ' } });
};

it('searches 250 ms after the last key', () => {
  const onSearch = vi.fn();
  type(onSearch);
  act(() => void vi.advanceTimersByTime(249));
  expect(onSearch).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1));
  expect(onSearch.mock.calls).toEqual([['law']]);
});

it('does not search once a record was opened meanwhile, so its page stays', () => {
  const onSearch = vi.fn();
  type(onSearch);
  history.pushState(null, '', '/config/streams/a1');
  act(() => void vi.advanceTimersByTime(1000));
  expect(onSearch).not.toHaveBeenCalled();
});
