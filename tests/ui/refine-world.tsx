import { Refine } from '@refinedev/core';
import { QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { resources } from '../../src/app-routes';
import { accessControlProvider, askRightsAgain } from '../../src/providers/access-control-provider';
import { auditLogProvider } from '../../src/providers/audit-log-provider';
import { authProvider } from '../../src/providers/auth-provider';
import { dataProvider } from '../../src/providers/data-provider';
import { i18nProvider } from '../../src/providers/i18n-provider';
import { notificationProvider } from '../../src/providers/notification-provider';
import { restDataProvider } from '../../src/providers/rest-data-provider';
import { sharedRouterProvider } from '../../src/providers/router-provider';
import { App } from './app-fixture';

/** A screen written as in refine's documentation, at an address of the product and under its providers. */
export function openScreen(
  address: string,
  screen: ReactNode,
  more: Partial<Pick<React.ComponentProps<typeof Refine>, 'resources' | 'routerProvider'>> & { route?: string } = {},
): void {
  const client = new QueryClient();
  askRightsAgain(client);
  render(
    <App>
      <MemoryRouter initialEntries={[address]}>
        <Refine
          dataProvider={{ default: dataProvider, rest: restDataProvider }}
          authProvider={authProvider}
          auditLogProvider={auditLogProvider}
          accessControlProvider={accessControlProvider}
          notificationProvider={notificationProvider}
          i18nProvider={i18nProvider}
          routerProvider={more.routerProvider ?? sharedRouterProvider}
          resources={more.resources ?? resources}
          options={{ disableTelemetry: true, disableRouteChangeHandler: true, reactQuery: { clientConfig: client } }}
        >
          <Routes>
            <Route path={more.route ?? '*'} element={screen} />
          </Routes>
        </Refine>
      </MemoryRouter>
    </App>,
  );
}
