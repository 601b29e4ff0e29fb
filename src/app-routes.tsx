import { Suspense, type ComponentType, type ReactNode } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { manifest } from 'virtual:manifest';
import { landings } from './custom/shell/landings';
import type { MenuSource } from './custom/shell/menu';
import { resourceItems } from './custom/shell/resource-items';
import { RouteGuard } from './custom/shell/route-guard';
import { Shell } from './custom/shell/shell';
import { accessOf, declareSubjects } from './providers/rights';
import { pathIndex } from './providers/screens/path-index';
import { loadResource } from './providers/screens/resource-chunk';
import type { Bar, HeaderItem, Overlay, Screen } from './providers/screens/screens';
import type { Access } from './schemas/kit/access';
import { menuGroups } from './schemas/kit/menu-groups';
import { pluralOf } from './schemas/kit/resource';
import { onDemand, type OnDemand } from './ui/dialogs/on-demand';
import { PageBoundary } from './ui/page/page-boundary';
import { pageLoader } from './ui/page/page-loader';
import { usePageTitle } from './ui/page/page-title';

const rooms = import.meta.glob<{ readonly screens: readonly Screen[] }>('./custom/*/screen.ts', { eager: true });
const overlayRooms = import.meta.glob<{ readonly overlay: Overlay }>('./custom/*/overlay.ts', { eager: true });
const headerRooms = import.meta.glob<{ readonly headerItem: HeaderItem }>('./custom/*/header-item.ts', { eager: true });
const barRooms = import.meta.glob<{ readonly bar: Bar }>('./custom/*/bar.ts', { eager: true });
const screens = Object.values(rooms).flatMap((room) => room.screens);
const places = manifest.flatMap((entry) => (entry.menu ? [{ ...entry, menu: entry.menu }] : []));
const resourceAt = new Map(places.map(({ menu, name }) => [menu.path.split('?')[0], name]));
declareSubjects([
  ...screens.map(({ path, access }) => ({ name: path, access })),
  ...menuGroups.map((name): { name: string; access: Access } => ({ name, access: 'signed-in' })),
]);
/** A resource as `<Refine>` takes it. */
export const resources = resourceItems(manifest, screens);

/** One declaration per page: its route, guard, title and menu entry are derived from it. */
export interface Page {
  readonly path: string;
  readonly title: string;
  /** The subject of its access check: the resource's name, or the screen's path. */
  readonly subject: string;
  readonly access: Access;
  readonly Content: OnDemand<object>;
  /** The resource that its pages show. */
  readonly resource: string | undefined;
}
export const pages: readonly Page[] = [
  ...screens.map(({ path, title, access, load }) => ({
    path,
    title,
    subject: path,
    access,
    Content: onDemand(path, load, pageLoader),
    resource: resourceAt.get(path),
  })),
  ...places.map((entry) => ({
    path: `${entry.menu.path}/*`,
    title: pluralOf(entry),
    subject: entry.name,
    access: accessOf(entry.name),
    Content: onDemand(entry.menu.path, () => resourcePage(entry.name), pageLoader),
    resource: entry.name,
  })),
];
/** The address of a group of pages leads to its first page, under the same guard, if that page exists. */
export const redirects = Object.entries(landings).flatMap(([path, to]) => {
  const target = pages.find((page) => page.path.replace(/\/\*$/, '') === to);
  return target && !pages.some((page) => page.path === path)
    ? [{ path, to, subject: target.subject, access: target.access }]
    : [];
});
const pageAt = pathIndex<Page | (typeof redirects)[number]>([...pages, ...redirects]);
// A screen that replaces the resource's list gets the menu entry.
const taken = new Set(screens.map(({ path }) => path));
export const sources: readonly MenuSource[] = [
  ...screens.map(({ menu, path }) => ({ name: path, ...(menu ? { menu: { path, ...menu } } : {}) })),
  ...places.filter(({ menu }) => !taken.has(menu.path.split('?')[0]!)),
];
/** First segments of the addresses that links can lead to, such as `/lp` for `/lp/:id/conversion`. */
export const routes: ReadonlySet<string> = new Set([...pages, ...redirects].map(({ path }) => path.replace(/\/[:*].*$/, '')));
const leadsTo = (address: string): boolean => pageAt(address.split('?')[0]!) !== undefined;
const sentTo = new Set(screens.filter((screen) => screen.sentTo).map(({ path }) => path));
/** Pages that the palette finds by title: those without a parameter. */
export const named = pages.flatMap(({ path, title, subject }) =>
  path.replace(/\/\*$/, '').includes(':') || sentTo.has(path) ? [] : [{ title, subject, path: path.replace(/\/\*$/, '') }],
);
/** What is mounted over every page, such as the call-action modal. */
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

/** Starts loading the code and the resource of the page at this address before anything is rendered. */
export function warmPage(pathname: string): void {
  const page = pageAt(pathname)?.entry;
  if (!page || !('Content' in page)) return;
  void page.Content.warm();
  if (page.resource) void loadResource(page.resource).catch(() => undefined);
}

/** Every route of the product; the router receives only the one that the address needs. Unknown paths lead to the dashboard. */
export function AppRoutes(): ReactNode {
  const { pathname } = useLocation();
  const here = pageAt(pathname)?.entry;
  return (
    <Routes>
      <Route
        element={
          <RouteGuard>
            <Shell sources={sources} routes={routes} headerItems={headerItems} bars={bars} overlays={overlays} />
          </RouteGuard>
        }
      >
        {here ? (
          <Route
            path={here.path}
            element={
              <RouteGuard key={here.path} subject={here.subject}>
                {'Content' in here ? <PageOf page={here} pathname={pathname} /> : <Navigate to={here.to} replace />}
              </RouteGuard>
            }
          />
        ) : null}
        <Route path="*" element={routes.has('/dashboard') ? <Navigate to="/dashboard" replace /> : null} />
      </Route>
    </Routes>
  );
}

function PageOf({ page: { title, Content }, pathname }: { page: Page; pathname: string }): ReactNode {
  return (
    <>
      <Title text={title} />
      <PageBoundary place={pathname}>
        <Suspense fallback={pageLoader}>
          <Content />
        </Suspense>
      </PageBoundary>
    </>
  );
}

/** Before the page, so that the page can set a more exact title. */
function Title({ text }: { text: string }): ReactNode {
  usePageTitle(text);
  return null;
}

async function resourcePage(name: string): Promise<{ default: ComponentType }> {
  const [{ default: ResourceRoutes }] = await Promise.all([import('./resources/resource-routes'), loadResource(name)]);
  return { default: () => <ResourceRoutes name={name} /> };
}
