import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { PageFrame } from '../../ui/page/page-frame';
import './docs.css';

const tabs = [
  ['/docs', 'Reference'],
  ['/docs/guide', 'Guide'],
  ['/docs/keys', 'Keys'],
  ['/docs/webhooks', 'Webhooks'],
  ['/docs/deliveries', 'Deliveries'],
] as const;

/** The common header of the pages for developers. */
export function DocsFrame({
  title,
  total,
  actions,
  children,
}: {
  title: string;
  total?: number | undefined;
  actions?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <PageFrame title={title} total={total} actions={actions} padded bar={<DocsTabs />}>
      {children}
    </PageFrame>
  );
}

export function DocsTabs(): ReactNode {
  return (
    <nav className="dc-tabs" aria-label="API Doc">
      {tabs.map(([path, text]) => (
        <NavLink key={path} to={path} end className={({ isActive }) => (isActive ? 'dc-tab dc-on' : 'dc-tab')}>
          {text}
        </NavLink>
      ))}
    </nav>
  );
}
