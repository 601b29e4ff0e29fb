import { useAbility } from '@casl/react';
import { useEffect, useState, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useSession } from '../../providers/session/session';
import { browserStored } from '../../providers/stored';
import type { Ability } from '../../providers/ability';
import { setBrand } from '../../ui/page/page-title';
import { useNarrow } from '../../ui/page/use-narrow';
import { BottomBar } from './bottom-bar';
import { followUpsPath } from './count';
import { Header } from './header';
import { menuOf, type MenuPart, type MenuSource } from './menu';
import { NewVersionBar } from './new-version-bar';
import { OfflineBar } from './offline-bar';
import { MenuOverlay } from './menu-overlay';
import './shell.css';
import { Sidebar } from './sidebar';
import { useFreshTenant } from './use-fresh-tenant';
import { useMenuCounts } from './use-menu-counts';
import { useUnseenCount } from './use-unseen-count';
import { useWarmMenu } from './use-warm-menu';
import { serverNow } from '../../ui/time/server-clock';

const collapsedKey = 'sidebar-collapsed';

export interface ShellProps {
  /** Everything that can have a menu entry. */
  readonly sources: readonly MenuSource[];
  /** Paths of the existing pages, without parameters. */
  readonly routes: ReadonlySet<string>;
  /** Header items of other folders. */
  readonly headerItems?: ReactNode;
  /** Bars between header and page: announcements. */
  readonly bars?: ReactNode;
  /** Overlays of every page: the call-action modal. */
  readonly overlays?: ReactNode;
  /** Loads the code of a page ahead. */
  readonly warm?: (address: string) => Promise<void>;
}

/** The frame of every signed-in page (SHELL family): sidebar, header, page, footer, and the phone's bottom bar. */
export function Shell({ sources, routes, headerItems, bars, overlays, warm = notAhead }: ShellProps): ReactNode {
  const session = useSession();
  const ability = useAbility<Ability>();
  const narrow = useNarrow();
  const { pathname } = useLocation();
  const [collapsed, setCollapsed] = useState(() => browserStored.read(collapsedKey) === '1');
  // The menu stays open only on the page on which it was opened.
  const [overPage, setOverPage] = useState<string>();
  const over = narrow && overPage === pathname;
  const closeOver = (): void => setOverPage(undefined);
  const tenant = session?.persisted.tenant;
  const brand = tenant?.brand_name || tenant?.name || 'Prospectus';
  const parts = menuOf(ability, sources, tenant?.entity_name ?? 'College');

  const unseen = useUnseenCount(session?.user.id, session?.user.wp_access === 1 && holds(parts, chatPath)); // D-115

  const waiting = useMenuCounts(session?.user.id);
  useFreshTenant(session?.persisted.tid);
  useWarmMenu(narrow ? [] : parts, pathname, warm);
  useEffect(() => setBrand(brand), [brand]);
  if (!session) return null;

  const toggle = (): void => {
    browserStored.write(collapsedKey, collapsed ? '0' : '1');
    setCollapsed(!collapsed);
  };
  const rail = !narrow && collapsed;
  const rights = `© 2021–${thisYear()} ${brand}`;
  const footer = rail ? (
    <span className="p-powered" title={`${rights}. Powered by Prospectus`}>
      <img src={productLogo} alt="Powered by Prospectus" />
    </span>
  ) : (
    <>
      {rights}
      <span className="p-powered">
        Powered by <img src={productLogo} alt="" /> <strong>Prospectus</strong>
      </span>
    </>
  );
  const sidebar = (
    <Sidebar
      parts={parts}
      brand={brand}
      logo={session.persisted.logo_image}
      logoPath={routes.has('/tenant-profile') ? `/tenant-profile/${session.persisted.tid}` : undefined}
      collapsed={rail}
      counts={{
        [chatPath]: unseen,
        [followUpsPath]: waiting?.follow_ups,
        '/employee/leave': waiting?.leaves,
        '/help-support': waiting?.tickets,
      }}
      onToggle={narrow ? undefined : toggle}
      onLeave={closeOver}
      footer={footer}
    />
  );
  return (
    <div className="p-shell">
      <a className="p-skip" href="#page">
        Skip to the page
      </a>
      {narrow ? null : sidebar}
      {over ? <MenuOverlay onClose={closeOver}>{sidebar}</MenuOverlay> : null}
      <div className="p-shell-main" inert={over}>
        <Header brand={brand} onMenu={narrow ? () => setOverPage(pathname) : undefined} routes={routes} items={headerItems} />
        <OfflineBar />
        <NewVersionBar />
        {bars}
        <main id="page" tabIndex={-1}>
          <Outlet />
        </main>
        {narrow ? <BottomBar role={session.user.role} routes={routes} overdue={waiting?.follow_ups} /> : null}
      </div>
      {overlays}
    </div>
  );
}

const notAhead = async (): Promise<void> => undefined;
const productLogo = '/favicon.svg';
/** The entry of the WhatsApp screen has the badge. */
const chatPath = '/chat';
const holds = (parts: readonly MenuPart[], path: string): boolean =>
  parts.some((part) => ('entries' in part ? part.entries.some((entry) => entry.path === path) : part.path === path));
const thisYear = (): number => new Date(serverNow()).getFullYear();
