import { Refine, type DataProvider } from '@refinedev/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import ResourceForm from '../../src/resources/form/resource-form';
import { rules } from '../../src/schemas/automation/rules';
import { App } from './app-fixture';
import { freshBrowser, json, signedIn, stubNetwork } from './browser-fixture';
import { compiledChunk } from '../support/compiled-chunk';

vi.mock('virtual:manifest', () => ({ manifest: [], loadChunk: () => Promise.reject(new Error('no build here')) }));

let stored: Record<string, unknown>;
const update = vi.fn<DataProvider['update']>(async ({ variables }) => {
  stored = { ...stored, ...(variables as object), row_version: 2 };
  return { data: stored as never };
});
const provider = {
  getApiUrl: () => '',
  getOne: () => Promise.resolve({ data: stored }),
  getList: () => Promise.resolve({ data: [], total: 0 }),
  update,
} as unknown as DataProvider;
const title = 'Follow-up in (minutes), if the stage requires one';

beforeEach(() => {
  freshBrowser();
  signedIn({ role: 1 });
  stubNetwork(() => json({ code: 200, data: [] }));
  update.mockClear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The form of a rule with these actions. */
async function open(...actions: readonly object[]): Promise<void> {
  stored = { id: 'r1', row_version: 1, status: 1, priority: 0, ...rules.examples?.[0], actions };
  await show();
}
async function show(): Promise<void> {
  cleanup();
  render(
    <App>
      <MemoryRouter>
        <Refine dataProvider={provider} options={{ disableTelemetry: true }}>
          <ResourceForm chunk={compiledChunk(rules)} id="r1" as="page" onClose={() => undefined} onSaved={() => undefined} />
        </Refine>
      </MemoryRouter>
    </App>,
  );
  await screen.findByRole('button', { name: 'Add action' });
}
const minutes = (): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(title);

describe('the follow-up minutes of an action that sets the stage', () => {
  it('are a field of that action, saved as a number, and in the form when it is reopened', async () => {
    await open({ type: 'change_stage', params: { stage_id: 's1', sub_stage: 'Visit planned' } });
    expect(minutes().value).toBe('');
    fireEvent.change(minutes(), { target: { value: '45' } });
    fireEvent.blur(minutes());
    document.querySelector('form')!.requestSubmit();
    await waitFor(() => expect(update).toHaveBeenCalledTimes(1));
    expect(update.mock.calls[0]![0].variables).toEqual({
      actions: [{ type: 'change_stage', params: { stage_id: 's1', sub_stage: 'Visit planned', in_minutes: 45 } }],
      row_version: 1,
    });
    await show();
    expect(minutes().value).toBe('45');
  });

  it('are left out when empty', async () => {
    await open({ type: 'change_stage', params: { stage_id: 's1', in_minutes: 30 } });
    fireEvent.change(minutes(), { target: { value: '' } });
    fireEvent.blur(minutes());
    document.querySelector('form')!.requestSubmit();
    await waitFor(() => expect(update).toHaveBeenCalledTimes(1));
    expect(update.mock.calls[0]![0].variables).toMatchObject({ actions: [{ type: 'change_stage', params: { stage_id: 's1' } }] });
    expect(JSON.stringify(update.mock.calls[0]![0].variables)).not.toContain('in_minutes');
  });

  const others = rules.fields.properties.actions.items.properties.type.enum.filter((type) => type !== 'change_stage');
  it.each(others)('are not a field of %s', async (type) => {
    await open({ type, params: {} });
    expect(screen.queryByLabelText(title)).toBeNull();
  });
});
