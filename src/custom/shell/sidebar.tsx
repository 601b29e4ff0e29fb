import type { Tooltip } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Link } from 'react-router-dom';
import { Icon } from '../../ui/marks/icon';
import { Count, countWords } from './count';
import { isActive, type MenuEntry, type MenuPart } from './menu';
import { MenuIcon } from './menu-icon';

export interface SidebarProps {
  readonly parts: readonly MenuPart[];
  readonly brand: string;
  readonly logo: string | null;
  /** The logo's link; undefined if that page does not exist. */
  readonly logoPath?: string | undefined;
  readonly collapsed: boolean;
  /** Counts of entries by their path; 0 and unknown counts are not shown. */
  readonly counts?: Counts;
  /** Undefined on a phone, where the sidebar covers the page. */
  readonly onToggle?: (() => void) | undefined;
  /** Called when a link was followed. */
  readonly onLeave: () => void;
  readonly footer: ReactNode;
}

export type Counts = Readonly<Record<string, number | undefined>>;

/** The menu: a rail of 210 or 50 px, or an overlay (SIDEBAR family). Collapsed groups render nothing. */
export function Sidebar({
  parts,
  brand,
  logo,
  logoPath,
  collapsed,
  counts = {},
  onToggle,
  onLeave,
  footer,
}: SidebarProps): ReactNode {
  const { pathname, search } = useLocation();
  const here = parts.find((part) => 'entries' in part && part.entries.some((entry) => isActive(entry, pathname, search)))?.label;
  // The user's own clicks by group; a group that was never clicked is open while it contains the current page.
  const [clicked, setClicked] = useState<Readonly<Record<string, boolean>>>({});
  // In a long group the current page's entry may be below the fold.
  const menu = useRef<HTMLUListElement>(null);
  const current = parts.flatMap(entriesOf).find((entry) => isActive(entry, pathname, search))?.path;
  useEffect(() => {
    // after the page has been drawn, because an earlier measurement makes the browser lay it out twice
    const timer = setTimeout(() => menu.current?.querySelector('[aria-current="page"]')?.scrollIntoView?.({ block: 'nearest' }));
    return () => clearTimeout(timer);
  }, [current, here]);
  const mark = (
    <>
      {logo ? <img src={logo} alt="" /> : <span className="p-mark">{brand.charAt(0)}</span>}
      <span className="p-brand-name">{brand}</span>
    </>
  );
  return (
    <nav className="p-sidebar" data-collapsed={collapsed} aria-label="Main">
      <div className="p-brand">
        {logoPath ? (
          <Link to={logoPath} onClick={onLeave} aria-label={brand}>
            {mark}
          </Link>
        ) : (
          <span>{mark}</span>
        )}
        {onToggle ? (
          <button
            type="button"
            className="p-shell-button"
            aria-label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
            onClick={onToggle}
          >
            <Icon name={collapsed ? 'right' : 'left'} />
          </button>
        ) : null}
      </div>
      <ul className="p-menu" ref={menu}>
        {parts.map((part) =>
          'entries' in part ? (
            <Group
              key={part.label}
              part={part}
              highlighted={part.label === here}
              open={!collapsed && (clicked[part.label] ?? part.label === here)}
              collapsed={collapsed}
              counts={counts}
              onToggle={(open) => {
                if (collapsed) onToggle?.();
                setClicked({ ...clicked, [part.label]: collapsed || !open });
              }}
              onLeave={onLeave}
            />
          ) : (
            <Entry key={part.path} entry={part} icon collapsed={collapsed} counts={counts} onLeave={onLeave} />
          ),
        )}
      </ul>
      <footer>{footer}</footer>
    </nav>
  );
}

const entriesOf = (part: MenuPart): readonly MenuEntry[] => ('entries' in part ? part.entries : [part]);

function Group({
  part,
  highlighted,
  open,
  collapsed,
  counts,
  onToggle,
  onLeave,
}: {
  part: { readonly label: string; readonly entries: readonly MenuEntry[] };
  highlighted: boolean;
  open: boolean;
  collapsed: boolean;
  counts: Counts;
  onToggle: (open: boolean) => void;
  onLeave: () => void;
}): ReactNode {
  return (
    <li>
      <Hint text={part.label} shown={collapsed}>
        <button
          type="button"
          className="p-menu-item"
          data-active={highlighted}
          aria-expanded={open}
          aria-label={collapsed ? part.label : undefined}
          onClick={() => onToggle(open)}
        >
          <MenuIcon name={part.label} />
          <span>{part.label}</span>
          {open ? null : <Count of={part.entries.reduce((sum, { path }) => sum + (counts[path] ?? 0), 0)} />}
          <Icon name="right" size={12} />
        </button>
      </Hint>
      {open ? (
        <ul className="p-submenu">
          {part.entries.map((entry) => (
            <Entry key={entry.path} entry={entry} collapsed={false} counts={counts} onLeave={onLeave} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function Entry({
  entry,
  icon = false,
  collapsed,
  counts,
  onLeave,
}: {
  entry: MenuEntry;
  icon?: boolean;
  collapsed: boolean;
  counts: Counts;
  onLeave: () => void;
}): ReactNode {
  const { pathname, search } = useLocation();
  const active = isActive(entry, pathname, search);
  return (
    <li>
      <Hint text={entry.label} shown={collapsed}>
        <Link
          to={entry.path}
          className="p-menu-item"
          data-active={active}
          aria-current={active ? 'page' : undefined}
          aria-label={collapsed ? entry.label : undefined}
          onClick={onLeave}
        >
          {icon ? <MenuIcon name={entry.label} /> : null}
          <span>{entry.label}</span>
          {entry.mark ? <em>{entry.mark}</em> : null}
          <Count of={counts[entry.path]} what={countWords[entry.path]} />
        </Link>
      </Hint>
    </li>
  );
}

let known: typeof Tooltip | undefined;

/** Only the icon-only rail needs the label as a tooltip, and loads its code. */
function Hint({ text, shown, children }: { text: string; shown: boolean; children: ReactNode }): ReactNode {
  const [Tip, setTip] = useState(() => known);
  useEffect(() => {
    if (shown && !Tip)
      import('./rail-hint').then(
        (module) => setTip(() => (known = module.default)),
        () => undefined, // the entry has its label anyway
      );
  }, [shown, Tip]);
  return shown && Tip ? (
    <Tip title={text} placement="right">
      {children}
    </Tip>
  ) : (
    children
  );
}
