import { Suspense, useEffect, type ComponentType, type ReactNode } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { files as extensionScreens } from 'virtual:extensions/screens';
import { manifest } from 'virtual:manifest';
import { landings } from './custom/shell/landings';
import type { MenuSource } from './custom/shell/menu';
import { resourceItems } from './custom/shell/resource-items';
import { RouteGuard } from './custom/shell/route-guard';
import { Shell } from './custom/shell/shell';
import { accessOf, declareSubjects } from './providers/rights';
import { pathIndex } from './providers/screens/path-index';
import { loadResource } from './providers/screens/resource-chunk';
import { useIsLoaded } from './providers/screens/use-resource';
import type { Bar, HeaderItem, Overlay, Screen } from './providers/screens/screens';
import { useSession } from './providers/session/session';
import { isPartner, type Access } from './schemas/kit/access';
import { menuGroups } from './schemas/kit/menu-groups';
import { pluralOf } from './schemas/kit/resource';
import { onDemand, type OnDemand } from './ui/dialogs/on-demand';
import { PageBoundary } from './ui/page/page-boundary';
import { pageLoader } from './ui/page/page-loader';
import { usePageTitle } from './ui/page/page-title';
import { toasts } from './ui/toasts/toasts';

const rooms = import.meta.glob<{ readonly screens: readonly Screen[] }>('./custom/*/screen.ts', { eager: true });
const overlayRooms = import.meta.glob<{ readonly overlay: Overlay }>('./custom/*/overlay.ts', { eager: true });
const headerRooms = import.meta.glob<{ readonly headerItem: HeaderItem }>('./custom/*/header-item.ts', { eager: true });
const barRooms = import.meta.glob<{ readonly bar: Bar }>('./custom/*/bar.ts', { eager: true });
const screens = [rooms, extensionScreens].flatMap((all) => Object.values(all).flatMap((room) => room.screens ?? []));
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
  /** The path without its open end. */
  readonly address: string;
  readonly title: string;
  /** The subject of its access check: the resource's name, or the screen's path. */
  readonly subject: string;
  readonly access: Access;
  readonly Content: OnDemand<object>;
  /** The same for addresses of one page. */
  readonly key: string;
  /** The resource that its pages show. */
  readonly resource: string | undefined;
}
/** Screens with the same `load` are one page with several addresses: it stays mounted from one to the next. */
const loaded = new Map<Screen['load'], Pick<Page, 'Content' | 'key'>>();
function contentOf({ path, load }: Screen): Pick<Page, 'Content' | 'key'> {
  const known = loaded.get(load) ?? { Content: onDemand(path, load, pageLoader), key: path };
  loaded.set(load, known);
  return known;
}
export const pages: readonly Page[] = [
  ...screens.map((screen) => ({
    path: screen.path,
    address: screen.path.replace(/\/\*$/, ''),
    title: screen.title,
    subject: screen.path,
    access: accessOf(screen.path),
    resource: screen.resource ?? resourceAt.get(screen.path),
    ...contentOf(screen),
  })),
  ...places.map((entry) => ({
    path: `${entry.menu.path}/*`,
    address: entry.menu.path,
    title: pluralOf(entry),
    subject: entry.name,
    access: accessOf(entry.name),
    Content: onDemand(entry.menu.path, () => resourcePage(entry.name), pageLoader),
    key: entry.menu.path,
    resource: entry.name,
  })),
];
/** The address of a group of pages leads to its first page, under the same guard, if that page exists. */
export const redirects = Object.entries(landings).flatMap(([path, to]) => {
  const target = pages.find(({ address }) => address === to);
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
/** All that the sign-in of a publisher has, at every address. */
const Partner = onDemand('partner', () => import('./custom/partner/partner-page'), pageLoader);
const sentTo = new Set(screens.filter((screen) => screen.sentTo).map(({ path }) => path));
/** Pages that the palette finds by title: those without a parameter. */
export const named = pages.flatMap(({ path, address, title, subject }) =>
  address.includes(':') || sentTo.has(path) ? [] : [{ title, subject, path: address }],
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

/** Loads the code and the resource of the page at this address before it is shown. */
export async function warmPage(address: string): Promise<void> {
  const page = pageAt(address.split('?')[0]!)?.entry;
  if (!page || !('Content' in page)) return;
  await Promise.all([page.Content.warm(), page.resource ? loadResource(page.resource).catch(() => undefined) : undefined]);
}

/** Every route of the product; the router receives only the one that the address needs. Unknown paths lead to the dashboard. */
export function AppRoutes(): ReactNode {
  const { pathname } = useLocation();
  const user = useSession()?.user;
  if (user && isPartner(user))
    return (
      <RouteGuard>
        <Partner />
      </RouteGuard>
    );
  const here = pageAt(pathname)?.entry;
  return (
    <Routes>
      <Route
        element={
          <RouteGuard>
            <Shell sources={sources} routes={routes} headerItems={headerItems} bars={bars} overlays={overlays} warm={warmPage} />
          </RouteGuard>
        }
      >
        {here ? (
          <Route
            path={here.path}
            element={
              <RouteGuard key={'key' in here ? here.key : here.path} subject={here.subject}>
                {'Content' in here ? <PageOf page={here} pathname={pathname} /> : <Navigate to={here.to} replace />}
              </RouteGuard>
            }
          />
        ) : null}
        <Route path="*" element={routes.has('/dashboard') ? <ToDashboard from={pathname} /> : null} />
      </Route>
    </Routes>
  );
}

/** Says that there is no such page; the address without a path is the dashboard's own. */
function ToDashboard({ from }: { from: string }): ReactNode {
  useEffect(() => {
    if (from !== '/') toasts.warning(`There is no page at ${from.slice(0, 100)}. This is the dashboard.`);
  }, [from]);
  return <Navigate to="/dashboard" replace />;
}

function PageOf({ page: { title, Content, resource }, pathname }: { page: Page; pathname: string }): ReactNode {
  return (
    <>
      <Title text={title} />
      <PageBoundary place={pathname}>
        <Suspense fallback={pageLoader}>
          <Loaded Content={Content} resource={resource} />
        </Suspense>
      </PageBoundary>
    </>
  );
}

function Loaded({ Content, resource }: Pick<Page, 'Content' | 'resource'>): ReactNode {
  const isLoaded = useIsLoaded(resource);
  useEffect(() => void Content.warm(), [Content]);
  return isLoaded ? <Content /> : pageLoader;
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
