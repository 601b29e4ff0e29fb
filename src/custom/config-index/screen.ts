import type { ScreenSpec } from '../../schemas/kit/screen';

export const screens = [
  {
    path: '/config',
    title: 'Configuration',
    access: { of: 'custom-fields' },
    menu: { group: 'Setting', entry: 'Configuration', order: 65 },
    load: () => import('./page'),
  },
  {
    path: '/employee/configuration',
    title: 'Employee configuration', // its menu entry has the same name as that of the settings
    access: 'signed-in',
    menu: { entry: 'Configuration', order: 7 },
    load: () => import('./employee-page'),
  },
] as const satisfies readonly (ScreenSpec & { load: unknown })[];
