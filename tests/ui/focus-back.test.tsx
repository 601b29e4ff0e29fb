import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useFocusBack } from '../../src/ui/dialogs/use-focus-back';

afterEach(cleanup);

function Window({ onClose }: { onClose: () => void }): ReactNode {
  useFocusBack();
  return (
    <button type="button" onClick={onClose}>
      close
    </button>
  );
}
function Page(): ReactNode {
  const [open, setOpen] = useState(false);
  const [row, setRow] = useState(true);
  return (
    <main id="page" tabIndex={-1}>
      <button type="button">another</button>
      {row ? (
        <button type="button" onClick={() => setOpen(true)}>
          open
        </button>
      ) : null}
      <button type="button" onClick={() => setRow(false)}>
        delete
      </button>
      {open ? <Window onClose={() => setOpen(false)} /> : null}
    </main>
  );
}
const button = (name: string): HTMLElement => screen.getByRole('button', { name });
const focused = (): string => document.activeElement?.id || document.activeElement?.textContent || '';
const open = (): void => {
  render(<Page />);
  button('open').focus();
  fireEvent.click(button('open'));
  button('close').focus();
};

it('returns the focus to where it was', () => {
  open();
  fireEvent.click(button('close'));
  expect(focused()).toBe('open');
});

it('moves the focus to the page if that element is gone', () => {
  open();
  fireEvent.click(button('delete'));
  fireEvent.click(button('close'));
  expect(focused()).toBe('page');
});

it('does not take the focus from another element that has it by then', () => {
  open();
  button('another').focus();
  fireEvent.click(button('close'));
  expect(focused()).toBe('another');
});
