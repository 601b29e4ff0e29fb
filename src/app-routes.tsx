import { Suspense, type ComponentType, type ReactNode } from 'react';
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router';
import { manifest } from 'virtual:manifest';
import { landings } from './custom/shell/landings';
import type { MenuSource } from './custom/shell/menu';
import { RouteGuard } from './custom/shell/route-guard';
import { Shell } from './custom/shell/shell';
import { loadResource } from './providers/screens/resource-chunk';
import type { Bar, HeaderItem, Overlay, Screen } from './providers/screens/screens';
import type { Access } from './schemas/kit/access';
import { pluralOf, type AnyResource } from './schemas/kit/resource';
import { onDemand, type OnDemand } from './ui/dialogs/on-demand';
import { PageBoundary } from './ui/page/page-boundary';
import { pageLoader } from './ui/page/page-loader';
import { usePageTitle } from './ui/page/page-title';

const rooms = import.meta.glob<{ readonly screens: readonly Screen[] }>('./custom/*/screen.ts', { eager: true });
const overlayRooms = import.meta.glob<{ readonly overlay: Overlay }>('./custom/*/overlay.ts', { eager: true });
const headerRooms = import.meta.glob<{ readonly headerItem: HeaderItem }>('./custom/*/header-item.ts', { eager: true });
const barRooms = import.meta.glob<{ readonly bar: Bar }>('./custom/*/bar.ts', { eager: true });
const screens = Object.values(rooms).flatMap((room) => room.screens);
const places = manifest.filter((entry) => entry.menu);

/** One declaration a page: route, guard, title and menu entry follow from it. */
export interface Page {
  readonly path: string;
  readonly title: string;
  readonly access: Access;
  readonly Content: OnDemand<object>;
}
export const pages: readonly Page[] = [
  ...screens.map(({ path, title, access, load }) => ({ path, title, access, Content: onDemand(path, load, pageLoader) })),
  ...places.map((entry) => ({
    path: `${entry.menu!.path}/*`,
    title: pluralOf(entry as AnyResource),
    access: entry.access,
    Content: onDemand(entry.menu!.path, () => resourcePage(entry.name), pageLoader),
  })),
];
/** A family's own address leads to its first page, under the same guard, where that page is there. */
export const redirects = Object.entries(landings).flatMap(([path, to]) => {
  const target = pages.find((page) => page.path.replace(/\/\*$/, '') === to);
  return target && !pages.some((page) => page.path === path) ? [{ path, to, access: target.access }] : [];
});
// A screen that takes a resource's place in the menu is the entry.
const taken = new Set(screens.map(({ path }) => path));
export const sources: readonly MenuSource[] = [
  ...screens.map(({ access, menu, path }) => ({ access, ...(menu ? { menu: { path, ...menu } } : {}) })),
  ...places.filter(({ menu }) => !taken.has(menu!.path.split('?')[0]!)),
];
/** First segments that a link may rely on, `/lp` for `/lp/:id/conversion`. */
export const routes: ReadonlySet<string> = new Set([...pages, ...redirects].map(({ path }) => path.replace(/\/[:*].*$/, '')));
const leadsTo = (address: string): boolean =>
  [...pages, ...redirects].some(({ path }) => matchPath(path, address.split('?')[0]!) !== null);
const sentTo = new Set(screens.filter((screen) => screen.sentTo).map(({ path }) => path));
/** What somebody may look for by its name: pages without a parameter. */
export const named = pages.flatMap(({ path, title, access }) =>
  path.replace(/\/\*$/, '').includes(':') || sentTo.has(path) ? [] : [{ title, access, path: path.replace(/\/\*$/, '') }],
);
/** What stands over every page: the call-action modal and the like. */
const overlays = Object.entries(overlayRooms).map(
  ([
    name,
    {
      overlay: { Content },
    },
  ]) => <Content key={name} routes={routes} leadsTo={leadsTo} named={named} />,
);
const headerItems = Object.values(headerRooms)
  .map(({ headerItem }) => headerItem)
  .sort((a, b) => a.order - b.order)
  .map(({ order, Content }) => <Content key={order} routes={routes} leadsTo={leadsTo} />);
const bars = Object.entries(barRooms).map(([name, { bar }]) => <bar.Content key={name} />);

/** Begins to fetch the code and the resource of the page at this address, before anything is drawn. */
export function warmPage(pathname: string): void {
  void pages.find(({ path }) => matchPath(path, pathname))?.Content.warm();
  const place = places.find(({ menu }) => matchPath(`${menu!.path.split('?')[0]}/*`, pathname));
  if (place) void loadResource(place.name).catch(() => undefined);
}

/** Every route of the product. Unknown paths go to the dashboard. */
export function AppRoutes(): ReactNode {
  const { pathname } = useLocation();
  return (
    <Routes>
      <Route
        element={
          <RouteGuard access="signed-in">
            <Shell sources={sources} routes={routes} headerItems={headerItems} bars={bars} overlays={overlays} />
          </RouteGuard>
        }
      >
        {pages.map(({ path, title, access, Content }) => (
          <Route
            key={path}
            path={path}
            element={
              <RouteGuard key={path} access={access}>
                <Title text={title} />
                <PageBoundary place={pathname}>
                  <Suspense fallback={pageLoader}>
                    <Content />
                  </Suspense>
                </PageBoundary>
              </RouteGuard>
            }
          />
        ))}
        {redirects.map(({ path, to, access }) => (
          <Route
            key={path}
            path={path}
            element={
              <RouteGuard access={access}>
                <Navigate to={to} replace />
              </RouteGuard>
            }
          />
        ))}
        <Route path="*" element={routes.has('/dashboard') ? <Navigate to="/dashboard" replace /> : null} />
      </Route>
    </Routes>
  );
}

/** Before the page, so that a page may say better. */
function Title({ text }: { text: string }): ReactNode {
  usePageTitle(text);
  return null;
}

async function resourcePage(name: string): Promise<{ default: ComponentType }> {
  const [{ default: ResourceRoutes }] = await Promise.all([import('./resources/resource-routes'), loadResource(name)]);
  return { default: () => <ResourceRoutes name={name} /> };
}
