import type { ReactNode } from 'react';
import '../theme/ui.css';
import { countText } from '../marks/numbers';
import { usePageTitle } from './page-title';

export interface PageFrameProps {
  title: string;
  /** Total number of rows; `totalExact` false shows '10,000+'. */
  total?: number | undefined;
  totalExact?: boolean | undefined;
  /** Next to the title: whose data, and since when. */
  scope?: ReactNode;
  /** Right side: the menu of other actions first, the one primary action last. */
  actions?: ReactNode;
  /** Above the title; only below the second level. */
  crumb?: ReactNode;
  /** A note about the whole page, under its title. */
  note?: ReactNode;
  /** Tabs or chips between header and content. */
  bar?: ReactNode;
  /** Content with the page's padding; lists use the full width instead. */
  padded?: boolean;
  /** As high as the window: the content scrolls inside, header and footer stay. */
  fill?: boolean;
  children: ReactNode;
}

/** Every page's frame: one h1, count and scope on the left, actions on the right, the content at full width. */
export function PageFrame({
  title,
  total,
  totalExact,
  scope,
  actions,
  crumb,
  note,
  bar,
  padded,
  fill,
  children,
}: PageFrameProps): ReactNode {
  usePageTitle(title);
  return (
    <div className={fill ? 'p-page p-fill' : 'p-page'}>
      {crumb ? (
        <nav className="p-page-crumb" aria-label="Breadcrumb">
          {crumb}
        </nav>
      ) : null}
      <header className="p-page-head">
        <div className="p-page-name">
          <h1>{title}</h1>
          {total === undefined ? null : <span className="p-page-count">Total: {countText(total, totalExact)}</span>}
          {scope ? <span className="p-quiet">{scope}</span> : null}
        </div>
        {actions ? <div className="p-page-actions">{actions}</div> : null}
      </header>
      {note}
      {bar}
      <div className={padded ? 'p-page-body p-padded' : 'p-page-body'}>{children}</div>
    </div>
  );
}
