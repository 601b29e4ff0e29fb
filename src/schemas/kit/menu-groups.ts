/** The sidebar's first level, in its order. An entry names its group; an entry without one is on its own. */
export const menuGroups = [
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

/** Where a resource or screen is in the sidebar, and under which address. */
export interface Menu {
  readonly group?: (typeof menuGroups)[number];
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
