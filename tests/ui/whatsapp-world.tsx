import { cleanup } from '@testing-library/react';
import { vi } from 'vitest';
import { setWho } from '../../src/providers/session/who';
import { endSession } from '../../src/providers/session/session';
import { freshBrowser, windowWidth } from './browser-fixture';

/** Which calls of our own client currently fail. */
export let down: (path: string) => boolean = () => false;
export const setUp = () => {
  freshBrowser('/chat');
  windowWidth(1366);
  setWho({ role: 1, type: 'org', levels: new Map() });
};
export const tearDown = () => {
  cleanup();
  down = () => false;
  vi.useRealTimers();
  endSession({ comeBack: false });
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
};
export const setDown = (next: typeof down): void => void (down = next);
