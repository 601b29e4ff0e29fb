import type { ReactNode } from 'react';
import { LineIcon } from '../../ui/marks/line-icon';
import { UserMenu } from './user-menu';

/** The bar above the page. Items of other folders (timer, status, notifications) come before the user menu. */
export function Header({
  brand,
  onMenu,
  routes,
  items,
}: {
  brand: string;
  onMenu?: (() => void) | undefined;
  routes: ReadonlySet<string>;
  items?: ReactNode;
}): ReactNode {
  return (
    <header className="p-header">
      {onMenu ? (
        <>
          <button type="button" className="p-shell-button p-menu-button" aria-label="Open menu" onClick={onMenu}>
            <LineIcon path={lines} size={20} />
          </button>
          <span className="p-header-brand">{brand}</span>
        </>
      ) : null}
      <div className="p-header-right">
        {items}
        <UserMenu routes={routes} />
      </div>
    </header>
  );
}

const lines = 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11';
