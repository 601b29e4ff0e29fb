import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useListViews } from '../../providers/calls/list-work';
import { tabStored } from '../../providers/stored';
import type { ListView } from '../../schemas/calls/views';
import { Icon } from '../../ui/marks/icon';
import { Popover } from '../../ui/dialogs/popover';
import { onDemand } from '../../ui/dialogs/on-demand';
import './list-tools.css';

const ViewList = onDemand('views', () => import('./view-list'), <div className="p-views" />);

/** The part of an address that a view saves: everything but the page number. */
export function viewAddress(search: string): string {
  const kept = [...new URLSearchParams(search)].filter(([name]) => !['page', 'after', 'before', 'returnUrl'].includes(name));
  return new URLSearchParams(kept).toString();
}
const isBare = (address: string): boolean =>
  [...new URLSearchParams(address)].every(([name, value]) => name === 'type' && value === 'all');
const lastView = (resource: string): string => `view:${resource}`;

/**
 * Saved views of a list: open, save, share, pin, set as default. A list opened without parameters opens the last view, or the
 * default one.
 */
export function ViewsMenu({ resource, of = 'list' }: { resource: string; of?: 'list' | 'report' }): ReactNode {
  const views = useListViews(resource);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const address = viewAddress(search);
  const alike = views?.views.filter((view) => view.address === address) ?? [];
  const now = alike.find(({ id }) => id === tabStored.read(lastView(resource))) ?? alike[0];
  const open = (view: ListView | undefined, replace = false): void => {
    tabStored.write(lastView(resource), view?.id);
    void navigate({ pathname, search: view ? `?${view.address}` : '' }, { replace });
  };
  const begun = useRef(false);
  useEffect(() => {
    if (!views || begun.current) return;
    begun.current = true;
    const wanted = tabStored.read(lastView(resource)) ?? views.default_view;
    const first = views.views.find((view) => view.id === wanted);
    if (first && isBare(address)) open(first, true);
  });
  const pinned = (views?.pinned ?? []).flatMap((id) => views?.views.find((view) => view.id === id) ?? []);
  return (
    <>
      {pinned.map((view) => (
        <button
          key={view.id}
          type="button"
          className={view === now ? 'p-chip p-on' : 'p-chip'}
          aria-pressed={view === now}
          onClick={() => open(view === now ? undefined : view)}
        >
          {view.name}
        </button>
      ))}
      <button
        type="button"
        className="p-views-button"
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setAnchor((before) => (before ? null : currentTarget))}
      >
        <span className="p-quiet">Saved view</span> <span className="p-cut">{now?.name ?? 'None'}</span>{' '}
        <Icon name="open" size={14} />
      </button>
      {anchor ? (
        <Popover anchor={anchor} label="Saved views" onClose={() => setAnchor(null)}>
          <ViewList
            resource={resource}
            of={of}
            address={address}
            now={now}
            onOpen={(view) => {
              setAnchor(null);
              open(view);
            }}
          />
        </Popover>
      ) : null}
    </>
  );
}
