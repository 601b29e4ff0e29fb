import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { App } from './app-fixture';
import { MemoryRouter } from 'react-router';
import { vi } from 'vitest';
import FeedbackHost from '../../src/custom/feedback/feedback-host';
import { FeedbackButtons } from '../../src/custom/feedback/feedback-buttons';
import { UserMenu } from '../../src/custom/shell/user-menu';
import { closeFeedback } from '../../src/providers/screens/feedback-modal';
import { freshBrowser, json, signedIn, stubNetwork, windowWidth, type Answers, type Asked } from './browser-fixture';

export const setUp = () => {
  freshBrowser('/dashboard');
  windowWidth(1366);
  signedIn();
};
export const tearDown = () => {
  act(closeFeedback);
  cleanup();
  vi.unstubAllGlobals();
};
export const agree: Answers = () => json({ success: true, message: 'Thank you, we read every word.' });
/** The header's icons, the user menu and the modal, as in the shell. */
export function stand(answers: Answers = agree, routes = new Set(['/help-support/list'])): Asked[] {
  const asked = stubNetwork(answers);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <MemoryRouter>
          <FeedbackButtons routes={routes} />
          <UserMenu routes={routes} />
          <FeedbackHost />
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  );
  return asked;
}
