import { files } from 'virtual:extensions/menu';

/** The product's own groups: the sidebar's first level, in its order. */
export const productGroups = [
  'Dashboard',
  'Publisher',
  'Leads',
  'FollowUps',
  'Notes',
  'Configuration',
  'Finances',
  'Employee Workforce',
  'Reports and Activity',
  'Automation',
  'Marketing',
  'Application Manager',
  'Setting',
  'Access Control',
  'Help and Support',
] as const;

/** The groups of extensions: `declare module 'prospectus/src/schemas/kit/menu-groups' { interface OwnGroups { readonly Hostel: true } }`. */
export interface OwnGroups {}
/** A group of an extension, `export const menuGroups` of its `menu/*.ts`; without `after` it is the last. */
export interface OwnGroup {
  readonly name: keyof OwnGroups & string;
  readonly after?: GroupName;
}
export type GroupName = (typeof productGroups)[number] | (keyof OwnGroups & string);

/** All in their order. An entry names its group; an entry without one is on its own. */
export const menuGroups: readonly GroupName[] = withOwn(Object.values(files).flatMap(({ menuGroups: own = [] }) => own));

function withOwn(own: readonly OwnGroup[]): GroupName[] {
  const all: GroupName[] = [...productGroups];
  for (const { name, after } of own) {
    const at = after === undefined ? -1 : all.indexOf(after);
    all.splice(at < 0 ? all.length : at + 1, 0, name);
  }
  return all;
}

/** Where a resource or screen is in the sidebar, and under which address. */
export interface Menu {
  readonly group?: GroupName;
  /** The sidebar entry or index this is under, for pages without an entry of their own. */
  readonly under?: string;
  readonly tab?: string;
  /** The sidebar entry's text; `{entity}` is the tenant's word. Without it there is no entry. */
  readonly entry?: string;
  /** The order in the sidebar. */
  readonly order?: number;
  /** A badge next to the entry: 'New'. */
  readonly mark?: string;
  readonly path: string;
}
