import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { ConfigProvider, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ColleaguesSelect } from '../../src/ui/fields/colleague-select';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork } from './browser-fixture';

const people = [
  { id: '01HZZZZZZZZZZZZZZZZZZZZZZ1', name: 'Asha Menon', away: false },
  { id: '01HZZZZZZZZZZZZZZZZZZZZZZ2', name: 'Bela Rao', away: false },
];
let answer: (response: Response) => void;
beforeEach(() => {
  freshBrowser();
  signedIn();
  stubNetwork(() => new Promise((resolve) => (answer = resolve)));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Several({ mode }: { mode: 'multiple' | undefined }): ReactNode {
  const [value, setValue] = useState<unknown>();
  return (
    <App>
      <Select
        aria-label="Stages"
        {...(mode ? { mode } : {})}
        options={['Fresh', 'Counselled'].map((label) => ({ value: label, label }))}
        onChange={setValue}
      />
      <p>chosen: {JSON.stringify(value ?? null)}</p>
    </App>
  );
}

it.each([['multiple'], [undefined]] as const)('Tab leaves a select (%s) without choosing, Enter chooses', async (mode) => {
  render(<Several mode={mode} />);
  const box = screen.getByRole('combobox', { name: 'Stages' });
  fireEvent.mouseDown(box);
  await screen.findByText('Fresh', { selector: '.ant-select-item-option-content' });
  const isLeft = fireEvent.keyDown(box, { key: 'Tab', keyCode: 9, which: 9 });
  expect(isLeft).toBe(true); // the browser moves the focus
  expect(screen.getByText('chosen: null')).toBeTruthy();
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 13, which: 13 });
  await waitFor(() => expect(screen.queryByText('chosen: null')).toBeNull());
});

it('shows no ids for chosen people, while their names load and in the list', async () => {
  render(
    <ConfigProvider virtual={false}>
      <App>
        <ColleaguesSelect aria-label="People" value={[people[0]!.id]} onChange={() => undefined} />
      </App>
    </ConfigProvider>,
  );
  expect(document.body.textContent).not.toContain('01HZZ');
  answer(json({ code: 200, data: people }));
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'People' }));
  await screen.findByRole('option', { name: 'Bela Rao' });
  expect(document.body.textContent).not.toContain('01HZZ');
});
