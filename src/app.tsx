import { StyleProvider } from '@ant-design/cssinjs';
import { AbilityProvider } from '@casl/react';
import { Refine } from '@refinedev/core';
import { UnsavedChangesNotifier } from '@refinedev/react-router';
import { QueryClient } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { accessControlProvider, askRightsAgain } from './providers/access-control-provider';
import { auditLogProvider } from './providers/audit-log-provider';
import { authProvider } from './providers/auth-provider';
import { dataProvider } from './providers/data-provider';
import { forgettingCache } from './providers/forgetting-cache';
import { i18nProvider } from './providers/i18n-provider';
import { ability } from './providers/rights';
import { notificationProvider } from './providers/notification-provider';
import { liveProvider } from './providers/live-provider';
import { knowUser, loadPermissions } from './providers/session/permissions';
import { keepRenewing } from './providers/session/renewal';
import { restDataProvider } from './providers/rest-data-provider';
import { sharedRouterProvider } from './providers/router-provider';
import { currentSession } from './providers/session/session';
import { useLive } from './providers/live/use-live';
import { AppRoutes, resources, warmPage } from './app-routes';
import { leaveSelectsByTab } from './ui/fields/leave-by-tab';
import { addLaterStyles, antdStyles } from './ui/theme/antd-styles';
import { antdClass, antdTheme } from './ui/theme/antd-theme';
import { Questions } from './ui/dialogs/questions-host';
import { useWarm } from './ui/dialogs/on-demand';
import { useMode, usePalette } from './ui/theme/theme';

const nonce = document.querySelector<HTMLElement>('meta[property=csp-nonce]')?.nonce;
document.documentElement.classList.add(antdClass);
if (currentSession()) {
  void warmPage(window.location.pathname);
  void loadPermissions();
}

/** Everything behind the sign-in. It stays mounted, with its caches, as long as one user is signed in. */
export function App(): ReactNode {
  const mode = useMode();
  const palette = usePalette();
  const [client] = useState(makeClient);
  useLive();
  useWarm(laterStyles);
  useState(knowUser); // before the first guard runs
  useEffect(() => {
    if (currentSession()) void loadPermissions();
    const stop = keepRenewing();
    const stopAsking = askRightsAgain(client);
    const stopLeaving = leaveSelectsByTab();
    // scripts/dev.mjs: the server was started with what has been saved. The listener stays as long as the page, as this component does.
    import.meta.hot?.on('server:ready', () => void client.invalidateQueries());
    return () => {
      stop();
      stopAsking();
      stopLeaving();
      client.clear();
    };
  }, [client]);
  return (
    <AbilityProvider value={ability}>
      <StyleProvider cache={antdStyles}>
        <ConfigProvider
          theme={antdTheme(mode, palette)}
          {...(nonce ? { csp: { nonce } } : {})}
          wave={{ disabled: true }}
          button={{ loadingIcon: busyIcon }}
          virtual={false} // a virtual list has the raw values of its options as hidden texts
        >
          <div className="p-app">
            {/* In a transition the address would change before the page: a key pressed in between would act on the record before. */}
            <BrowserRouter useTransitions={false}>
              <Refine
                dataProvider={{ default: dataProvider, rest: restDataProvider }}
                auditLogProvider={auditLogProvider}
                authProvider={authProvider}
                accessControlProvider={accessControlProvider}
                notificationProvider={notificationProvider}
                i18nProvider={i18nProvider}
                liveProvider={liveProvider}
                routerProvider={sharedRouterProvider}
                resources={resources}
                options={{
                  disableTelemetry: true,
                  liveMode: 'auto',
                  reactQuery: { clientConfig: client },
                  warnWhenUnsavedChanges: true,
                  disableRouteChangeHandler: true,
                }}
              >
                <AppRoutes />
                <UnsavedChangesNotifier />
              </Refine>
            </BrowserRouter>
          </div>
          <Questions />
        </ConfigProvider>
      </StyleProvider>
    </AbilityProvider>
  );
}

const laterStyles = { warm: () => addLaterStyles().catch(() => undefined) };

/**
 * antd removes its loading icon by a transition. After an answer within one frame it never started, and 'loading' stayed in the
 * button's name.
 */
const busyIcon = <span className="p-busy" aria-hidden="true" />;

/**
 * A failed read is retried once unless the server refused it; the place that made the read shows the error. What was known of
 * something that the server now refuses is forgotten.
 */
function makeClient(): QueryClient {
  return new QueryClient({
    queryCache: forgettingCache(),
    defaultOptions: {
      queries: {
        staleTime: 5000,
        refetchOnWindowFocus: true,
        retry: (failures, error) => failures < 1 && !('code' in error),
      },
    },
  });
}
