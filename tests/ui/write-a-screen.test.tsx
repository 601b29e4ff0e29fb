import { useModalForm } from '@refinedev/antd';
import { useLog, useUpdate } from '@refinedev/core';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Form, Input, Modal } from 'antd';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setWho } from '../../src/providers/session/who';
import { everyLevel, levelsOf } from '../../src/schemas/kit/access';
import { screens } from '../fixtures/refine-pages/screen';
import { freshBrowser, json, signedIn, stubNetwork } from './browser-fixture';
import { openScreen } from './refine-world';

beforeEach(() => {
  freshBrowser('/');
  signedIn({ role: 1 });
  setWho({ role: 1, type: 'org', levels: levelsOf(everyLevel()) });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("the guide's screen shows the courses at its own address, with buttons to their pages", async () => {
  const { path, load } = screens[0]!;
  const { default: Content } = await load();
  const row = { id: 'c-1', name: 'Marine biology', stream_id: 's-1', level: 'diploma', updated_at: '2026-03-01T00:00:00Z' };
  stubNetwork(({ path: asked }) => {
    if (asked.startsWith('res/courses?')) return json([row], 200, { 'x-total-count': '1' });
    return asked.startsWith('res/streams?') ? json([{ id: 's-1', name: 'Science' }], 200, { 'x-total-count': '1' }) : undefined;
  });
  openScreen(path, <Content />);
  expect(await screen.findByText('Marine biology')).toBeTruthy();
  expect(await screen.findByText('Science')).toBeTruthy();
  await waitFor(() =>
    expect([...document.querySelectorAll('tbody a')].map((link) => link.getAttribute('href'))).toEqual([
      '/config/courses/c-1/edit',
      '/config/courses/c-1',
    ]),
  );
});

it('a change that can be undone counts down in one message, and is not sent after Undo', async () => {
  const asked = stubNetwork(({ method }) => (method === 'PATCH' ? json({ id: 'c-1' }) : undefined));
  function Page(): ReactNode {
    const { mutate } = useUpdate({ resource: 'courses', mutationMode: 'undoable', undoableTimeout: 3000 });
    return <button onClick={() => mutate({ id: 'c-1', values: { status: 0 } })}>Switch off</button>;
  }
  openScreen('/config/courses', <Page />);
  const writes = (): string[] => asked.filter(({ method }) => method === 'PATCH').map(({ path }) => path);
  fireEvent.click(screen.getByText('Switch off'));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  undo.focus();
  await screen.findByText(/^You can undo this for [12] s/); // it counts down, in the same message
  expect(screen.getByRole('button', { name: 'Undo' })).toBe(undo);
  expect(document.activeElement).toBe(undo);
  fireEvent.click(undo);
  expect(screen.queryByText(/can undo this/)).toBeNull();
  await new Promise((resolve) => setTimeout(resolve, 3500));
  expect([writes(), screen.queryByText(/can undo this/)]).toEqual([[], null]);
  fireEvent.click(screen.getByText('Switch off'));
  await waitFor(() => expect(writes()).toEqual(['res/courses/c-1']));
});

it('useLog writes nothing: the server keeps the history', async () => {
  const asked = stubNetwork(() => undefined);
  function Page(): ReactNode {
    const { log } = useLog();
    return (
      <button onClick={() => log.mutate({ resource: 'courses', action: 'update', meta: { id: 'c-1' } })}>{log.status}</button>
    );
  }
  openScreen('/config/courses', <Page />);
  fireEvent.click(screen.getByText('idle'));
  expect(await screen.findByText('success')).toBeTruthy();
  expect(asked).toEqual([]);
});

it('a modal form whose state is in the address reopens with its record', async () => {
  stubNetwork(({ path }) => (path.startsWith('res/courses/c-1') ? json({ id: 'c-1', name: 'Marine biology' }) : undefined));
  function Page(): ReactNode {
    const { modalProps, formProps, query } = useModalForm({ action: 'edit', resource: 'courses', syncWithLocation: true });
    return (
      <Modal {...modalProps} title="Edit the course" loading={query?.isLoading ?? false}>
        <Form {...formProps}>
          <Form.Item name="name" label="Name">
            <Input />
          </Form.Item>
        </Form>
      </Modal>
    );
  }
  openScreen('/config/courses?modal-courses-edit[open]=true&modal-courses-edit[id]=c-1', <Page />);
  expect(await screen.findByRole('dialog', { name: 'Edit the course' })).toBeTruthy();
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Marine biology'));
});
