import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useMissing } from '../../src/resources/form/use-missing';
import { streams } from '../../src/schemas/settings/streams';
import { toasts } from '../../src/ui/toasts/toasts';

const loadFormParts = vi.hoisted(() => vi.fn<() => Promise<object>>());
vi.mock('virtual:manifest', () => ({ manifest: [], loadChunk: () => Promise.resolve({ resource: streams }), loadFormParts }));
afterEach(cleanup);

function Outer(): ReactNode {
  const { missing, onCreate, onCreated } = useMissing();
  return (
    <>
      <input aria-label="Typed" />
      <button onClick={() => onCreate('streams', 'Law', () => undefined)}>Add</button>
      {missing ? <button onClick={onCreated}>{`Inner ${missing.text}`}</button> : null}
    </>
  );
}

it('opens the inner form once it has loaded; a failed load is reported and leaves the outer form as it is', async () => {
  const error = vi.spyOn(toasts, 'error').mockImplementation(() => undefined);
  loadFormParts.mockRejectedValueOnce(new Error('gone')).mockResolvedValueOnce({});
  render(<Outer />);
  fireEvent.change(screen.getByLabelText('Typed'), { target: { value: 'kept' } });
  const add = (): Promise<void> => act(async () => void fireEvent.click(screen.getByText('Add')));
  await add();
  await vi.waitFor(() => expect(error).toHaveBeenCalledTimes(1));
  expect(screen.queryByText('Inner Law')).toBeNull();
  expect(screen.getByLabelText('Typed')).toHaveProperty('value', 'kept');
  await add();
  fireEvent.click(await screen.findByText('Inner Law'));
  expect(screen.queryByText('Inner Law')).toBeNull();
  expect(error).toHaveBeenCalledTimes(1);
});
