import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { App } from './app-fixture';
import { vi } from 'vitest';
import ChatbotPage from '../../src/custom/chatbot/chatbot-page';
import { endSession } from '../../src/providers/session/session';
import { freshBrowser, signedIn, stubNetwork, windowWidth, type Asked } from './browser-fixture';

export let asked: Asked[];
export const setUp = () => {
  vi.useFakeTimers();
  freshBrowser('/aibot');
  windowWidth(1366);
  asked = stubNetwork(() => undefined);
  signedIn();
};
export const tearDown = () => {
  cleanup();
  endSession({ comeBack: false });
  document.body.innerHTML = '';
  vi.useRealTimers();
  vi.unstubAllGlobals();
};
export const open = (): void => {
  render(
    <App>
      <ChatbotPage />
    </App>,
  );
};
export const box = (): HTMLTextAreaElement => screen.getByPlaceholderText('Ask anything...');
export const type = (text: string): void => {
  fireEvent.change(box(), { target: { value: text } });
};
export const enter = (more: object = {}): boolean => fireEvent.keyDown(box(), { key: 'Enter', ...more });
export const say = (text: string): void => {
  type(text);
  enter();
};
/** Moves the clock on, once the code that was asked for meanwhile (the dialog of a question) has loaded. */
export const wait = (ms: number): Promise<void> =>
  act(async () => {
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(ms);
  });
export const press = (name: string | RegExp): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};
export const side = (): HTMLElement => screen.getByRole('complementary', { name: 'Chats' });
export const setAsked = (next: typeof asked): void => void (asked = next);
