import type { ScreenSpec } from '../../schemas/kit/screen';

const access = { code: 'API_DOC' } as const;

export const screens = [
  {
    path: '/docs',
    title: 'API Doc',
    access,
    menu: { group: 'Setting', entry: 'API Doc', order: 66 },
    load: () => import('./reference-page'),
  },
  { path: '/docs/keys', title: 'API keys', access, load: () => import('./keys-page') },
  { path: '/docs/webhooks', title: 'Webhooks', access, load: () => import('./webhooks-page') },
  { path: '/docs/deliveries', title: 'Webhook deliveries', access, load: () => import('./deliveries-page') },
  { path: '/docs/guide', title: 'API guide', access, load: () => import('./guide-page') },
] as const satisfies readonly (ScreenSpec & { load: unknown })[];
