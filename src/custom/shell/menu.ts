import type { Ability } from '../../providers/ability';
import { menuGroups, type Menu } from '../../schemas/kit/menu-groups';
import { leadTab } from '../../schemas/kit/lead-page';

/** Anything that can have a menu entry: screens and resources alike. */
export interface MenuSource {
  /** The resource's name, or the screen's path. */
  readonly name: string;
  readonly menu?: Menu | undefined;
}
export interface MenuEntry {
  readonly label: string;
  readonly path: string;
  readonly group?: string;
  readonly mark?: string;
}
/** The sidebar's first level: an entry without a group, or a group with its entries. */
export type MenuPart = MenuEntry | { readonly label: string; readonly entries: readonly MenuEntry[] };

/** The menu of this user, in the order of menu-groups; groups without a visible entry are left out. */
export function menuOf(may: Pick<Ability, 'can'>, sources: readonly MenuSource[], entity = 'College'): MenuPart[] {
  const placed = sources
    .filter(({ name, menu }) => menu?.entry !== undefined && may.can('menu', name))
    .sort((a, b) => (a.menu!.order ?? 999) - (b.menu!.order ?? 999))
    .map(({ menu }) => ({ ...menu!, label: menu!.entry!.replaceAll('{entity}', entity) }));
  return menuGroups.flatMap((group): MenuPart[] => {
    const alone = placed.filter((entry) => entry.group === undefined && entry.label === group);
    const entries = placed.filter((entry) => entry.group === group);
    return [...alone.map(plain), ...(entries.length ? [{ label: group, entries: entries.map(plain) }] : [])];
  });
}

/** Whether the entry belongs to this address. */
export function isActive(entry: MenuEntry, pathname: string, search: string): boolean {
  const query = new URLSearchParams(search);
  const [path = ''] = entry.path.split('?');
  if (path === '/leads') return (pathname.includes('leads') || pathname.includes(leadTab)) && query.get('type') !== 'fav';
  if (path === '/automation' && pathname === '/automation/templates') return templateTypes.has(query.get('type') ?? '');
  if (path === '/users' && pathname === '/users/user-hierarchy') return false; // an entry of its own
  return pathname === path || pathname.startsWith(`${path}/`);
}

const templateTypes = new Set(['sms', 'email', 'whatsapp']);
const plain = ({ label, path, group, mark }: MenuEntry): MenuEntry => ({
  label,
  path,
  ...(group ? { group } : {}),
  ...(mark ? { mark } : {}),
});
