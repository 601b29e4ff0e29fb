/** The sidebar's first level, in its order. An entry names its group; an entry without one stands alone. */
export const menuGroups = [
  'Dashboard',
  'Publisher',
  'Leads',
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
