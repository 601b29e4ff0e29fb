import type { ScreenSpec } from '../../schemas/kit/screen';

export const screens = [
  {
    path: '/docs',
    title: 'API Doc',
    access: { of: 'api-keys' },
    menu: { group: 'Setting', entry: 'API Doc', order: 66 },
    load: () => import('./reference-page'),
  },
  { path: '/docs/keys', title: 'API keys', access: { of: 'api-keys' }, load: () => import('./keys-page') },
  { path: '/docs/webhooks', title: 'Webhooks', access: { of: 'webhooks' }, load: () => import('./webhooks-page') },
  {
    path: '/docs/deliveries',
    title: 'Webhook deliveries',
    access: { of: 'webhook-deliveries' },
    load: () => import('./deliveries-page'),
  },
  { path: '/docs/guide', title: 'API guide', access: { of: 'api-keys' }, load: () => import('./guide-page') },
] as const satisfies readonly (ScreenSpec & { load: unknown })[];
