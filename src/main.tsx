import { lazy, StrictMode, Suspense, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import './base.css';
import { Login } from './custom/sign-in/login';
import { VerifyOtp } from './custom/sign-in/verify-otp';
import { loadPage } from './providers/load-page';
import { usePlace } from './providers/place';
import { keepRenewing } from './providers/renewal';
import { followOtherTabs } from './providers/session';
import { PageBoundary } from './ui/page-boundary';
import { PlainToasts } from './ui/plain-toasts';
import { startTheme } from './ui/theme';

/** Everything behind the sign-in; its code is not needed on the two pages before it (SHELL-013). */
const App = lazy(() => loadPage('app', async () => ({ default: (await import('./app')).App })));

function Root(): ReactNode {
  const [path = '', query = ''] = usePlace().split('?');
  return (
    <>
      {path === '/login' ? (
        <Login query={query} />
      ) : path === '/verify-otp' ? (
        <VerifyOtp query={query} />
      ) : (
        <PageBoundary>
          <Suspense fallback={<div className="p-loader" role="status" aria-label="Loading" />}>
            <App />
          </Suspense>
        </PageBoundary>
      )}
      <PlainToasts />
    </>
  );
}

startTheme();
followOtherTabs();
keepRenewing();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
