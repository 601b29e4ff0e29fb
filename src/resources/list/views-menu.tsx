import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useListViews, useViewCalls } from '../../providers/calls/list-work';
import type { ListView, ListViews } from '../../schemas/calls/views';
import { Icon } from '../../ui/marks/icon';
import { Popover } from '../../ui/dialogs/popover';
import { messageOf } from '../../ui/page/states';
import './list-tools.css';

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
export function ViewsMenu({ resource }: { resource: string }): ReactNode {
  const views = useListViews(resource);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const address = viewAddress(search);
  const alike = views?.views.filter((view) => view.address === address) ?? [];
  const now = alike.find(({ id }) => id === sessionStorage.getItem(lastView(resource))) ?? alike[0];
  const open = (view: ListView | undefined, replace = false): void => {
    if (view) sessionStorage.setItem(lastView(resource), view.id);
    else sessionStorage.removeItem(lastView(resource));
    void navigate({ pathname, search: view ? `?${view.address}` : '' }, { replace });
  };
  const begun = useRef(false);
  useEffect(() => {
    if (!views || begun.current) return;
    begun.current = true;
    const wanted = sessionStorage.getItem(lastView(resource)) ?? views.default_view;
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

function ViewList(props: {
  resource: string;
  address: string;
  now: ListView | undefined;
  onOpen: (view: ListView | undefined) => void;
}): ReactNode {
  const { resource, address, now } = props;
  const views = useListViews(resource);
  const calls = useViewCalls(resource);
  const [name, setName] = useState('');
  const [shared, setShared] = useState('private');
  const [wrong, setWrong] = useState<string>();
  const attempt = async (work: Promise<unknown>): Promise<void> => {
    setWrong(undefined);
    await work.catch((error: unknown) => setWrong(messageOf(error)));
  };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!name.trim()) return setWrong('Give the view a name.');
    void attempt(calls.add({ name: name.trim(), shared_with: shared, address }).then(() => setName('')));
  };
  return (
    <div className="p-views">
      {views?.views.length ? (
        <ul>
          <li>
            <button type="button" className="p-view-name" onClick={() => props.onOpen(undefined)}>
              All rows
            </button>
          </li>
          {views.views.map((view) => (
            <ViewRow
              key={view.id}
              view={view}
              views={views}
              current={view.id === now?.id}
              onOpen={() => props.onOpen(view)}
              onKeep={(settings) => void attempt(calls.keep(settings))}
              onSave={() => void attempt(calls.change(view.id, { address }))}
              onDelete={() => void attempt(calls.remove(view.id))}
            />
          ))}
        </ul>
      ) : (
        <p className="p-quiet">No saved views yet. Set filters and columns, then save the view.</p>
      )}
      <form onSubmit={save}>
        <input
          type="text"
          value={name}
          maxLength={60}
          placeholder="Name of this view"
          aria-label="Name of this view"
          onChange={(event) => setName(event.target.value)}
        />
        <select value={shared} aria-label="Seen by" onChange={(event) => setShared(event.target.value)}>
          <option value="private">Only me</option>
          <option value="team">My team</option>
          <option value="everyone">Everyone</option>
        </select>
        <button type="submit" className="p-chip p-on">
          Save
        </button>
      </form>
      {wrong ? (
        <p role="alert" className="p-wrong">
          {wrong}
        </p>
      ) : null}
    </div>
  );
}

function ViewRow({
  view,
  views,
  current,
  onOpen,
  onKeep,
  onSave,
  onDelete,
}: {
  view: ListView;
  views: ListViews;
  current: boolean;
  onOpen: () => void;
  onKeep: (settings: { readonly default_view: string | null } | { readonly pinned: readonly string[] }) => void;
  onSave: () => void;
  onDelete: () => void;
}): ReactNode {
  const pinned = views.pinned.includes(view.id);
  return (
    <li>
      <button type="button" className="p-view-name" aria-current={current} onClick={onOpen}>
        <span className="p-cut">{view.name}</span>
        <span className="p-quiet">{view.shared_with === 'private' ? '' : view.shared_with === 'team' ? 'Team' : 'Everyone'}</span>
      </button>
      <Toggle
        icon="flag"
        on={views.default_view === view.id}
        label={`Open the list with ${view.name}`}
        onPress={() => onKeep({ default_view: views.default_view === view.id ? null : view.id })}
      />
      <Toggle
        icon="star"
        on={pinned}
        label={`Pin ${view.name}`}
        onPress={() => onKeep({ pinned: pinned ? views.pinned.filter((one) => one !== view.id) : [...views.pinned, view.id] })}
      />
      {view.mine ? (
        <>
          <Toggle icon="refresh" on={false} label={`Save this list as ${view.name}`} onPress={onSave} />
          <Toggle icon="trash" on={false} label={`Delete ${view.name}`} onPress={onDelete} />
        </>
      ) : null}
    </li>
  );
}

function Toggle(props: {
  icon: 'flag' | 'star' | 'refresh' | 'trash';
  on: boolean;
  label: string;
  onPress: () => void;
}): ReactNode {
  return (
    <button
      type="button"
      className={props.on ? 'p-icon-button p-on' : 'p-icon-button'}
      aria-pressed={props.icon === 'flag' || props.icon === 'star' ? props.on : undefined}
      aria-label={props.label}
      title={props.label}
      onClick={props.onPress}
    >
      <Icon name={props.icon} size={14} />
    </button>
  );
}
