import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import './base.css';
import { Login } from './custom/sign-in/login';
import { VerifyOtp } from './custom/sign-in/verify-otp';
import { usePlace } from './providers/screens/place';
import { keepRenewing } from './providers/session/renewal';
import { followBrand, followOtherTabs } from './providers/session/session';
import { startBackGuards } from './ui/dialogs/back-guards';
import { onDemand } from './ui/dialogs/on-demand';
import { PageBoundary } from './ui/page/page-boundary';
import { pageLoader } from './ui/page/page-loader';
import { PlainToasts } from './ui/toasts/plain-toasts';
import { startTheme } from './ui/theme/theme';

/** Everything behind the sign-in; the two pages before it do not need this code. */
const App = onDemand('app', async () => ({ default: (await import('./app')).App }), pageLoader);
/** The built-in WhatsApp client in a frame of /chat, without the shell (D-113). */
const WaClient = onDemand('wa-client', () => import('./custom/wa-client/client'), pageLoader);
const isWaClient = (path: string): boolean => path.startsWith('/wa-client/');
const beforeSignIn = (path: string): boolean => path === '/login' || path === '/verify-otp';

function Root(): ReactNode {
  const [path = '', query = ''] = usePlace().split('?');
  return (
    <>
      {path === '/login' ? (
        <Login query={query} />
      ) : path === '/verify-otp' ? (
        <VerifyOtp query={query} />
      ) : isWaClient(path) ? (
        <WaClient />
      ) : (
        <PageBoundary>
          <App />
        </PageBoundary>
      )}
      <PlainToasts />
    </>
  );
}

if (import.meta.hot) {
  const { hot } = import.meta;
  void import('./providers/screens/saved-schemas').then(({ followSavedSchemas }) => followSavedSchemas(hot));
}
const at = window.location.pathname;
if (isWaClient(at)) void WaClient.warm();
else if (!beforeSignIn(at)) void App.warm();
startBackGuards();
startTheme();
followBrand();
if (!isWaClient(at)) followOtherTabs();
// In a frame of /chat the embedding page renews the token.
if (!isWaClient(at) || window.parent === window) keepRenewing();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
