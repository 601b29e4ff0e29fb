import type { ResourceProps } from '@refinedev/core';
import type { ManifestEntry } from 'virtual:manifest';
import { menuGroups, type Menu } from '../../schemas/kit/menu-groups';
import { pluralOf } from '../../schemas/kit/resource';
import type { ScreenSpec } from '../../schemas/kit/screen';
import { editPattern, listPath, newPath, recordPattern } from '../../resources/resource-paths';
import { MenuIcon } from './menu-icon';

/** With its place in the menu, which defines the order. */
interface Placed {
  readonly item: ResourceProps;
  readonly place: Omit<Menu, 'path'> | undefined;
}

/**
 * The resources of `<Refine>` in the order of the menu: the groups, every resource of the schema files with its pages, and the
 * hand-made screens with a menu entry of their own. Their names are the subjects of access checks.
 */
export function resourceItems(manifest: readonly ManifestEntry[], screens: readonly ScreenSpec[]): ResourceProps[] {
  const byPath = new Map(screens.map((screen) => [screen.path, screen]));
  const listed = manifest.map((entry) => resourceItem(entry, byPath.get(bare(entry.menu?.path ?? ''))?.menu));
  const taken = new Set(manifest.map(({ menu }) => bare(menu?.path ?? '')));
  const own = screens.filter(({ path, menu }) => menu && !taken.has(path)).map(screenItem);
  return [...groupItems([...listed, ...own]), ...listed, ...own]
    .map((one) => ({ item: one.item, order: orderOf(one) }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item);
}

/** A hand-made list at the resource's path also provides its menu entry. */
function resourceItem(entry: ManifestEntry, screenMenu: ScreenSpec['menu']): Placed {
  const place = screenMenu ?? entry.menu;
  const has = (what: 'read' | 'create' | 'update' | 'delete'): boolean => !entry.lacks?.includes(what);
  const show = entry.page !== undefined || (entry.menu && has('read'));
  const item = {
    name: entry.name,
    ...(entry.menu ? { list: bare(listPath(entry)) } : {}),
    ...(entry.menu && has('create') ? { create: newPath(entry) } : {}),
    ...(entry.menu && has('update') ? { edit: editPattern(entry) } : {}),
    ...(show ? { show: recordPattern(entry) } : {}),
    meta: { ...metaOf(pluralOf(entry), place), canDelete: has('delete') },
  };
  return { item, place };
}

const screenItem = ({ path, title, menu }: ScreenSpec): Placed => ({
  item: { name: path, list: path, meta: { ...metaOf(title, menu), canDelete: false } },
  place: menu,
});

function metaOf(title: string, menu: Placed['place']): NonNullable<ResourceProps['meta']> {
  if (!menu?.entry) return { label: title, hide: true, ...(menu?.group ? { parent: menu.group } : {}) };
  const label = menu.entry.includes('{entity}') ? title : menu.entry; // the tenant's own word for it is not known here
  return { label, ...(menu.group ? { parent: menu.group } : { icon: <MenuIcon name={menu.entry} /> }) };
}

/** refine nests an entry under the resource that its parent names. */
function groupItems(items: readonly Placed[]): Placed[] {
  const used = new Set(items.map(({ place }) => place?.group));
  return menuGroups
    .filter((group) => used.has(group))
    .map((group) => ({
      item: { name: group, meta: { label: group, icon: <MenuIcon name={group} /> } },
      place: { entry: group, order: 0 },
    }));
}

/** By group, then by order; resources without an entry come last. */
function orderOf({ place }: Placed): number {
  if (!place?.entry) return Number.MAX_SAFE_INTEGER;
  const group = menuGroups.findIndex((one) => one === (place.group ?? place.entry));
  return group * 10_000 + (place.order ?? 999);
}
const bare = (path: string): string => path.split('?')[0] ?? path;
