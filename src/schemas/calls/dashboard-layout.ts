import { dataOf, defineCall } from '../kit/call';
import { dashboardViews, mostCards, type DashboardLayout, type PlacedCard } from '../kit/dashboard-layout';

const view = { type: 'string', enum: dashboardViews } as const;
const role = { type: 'integer', minimum: 1, maximum: 999 } as const;

/** All cards of a dashboard with their places, hidden ones too; with a role (admins): what its users start with. */
export const dashboardLayout = defineCall({
  name: 'dashboard-layout',
  wire: 'GET dashboard/layout?view,role',
  access: 'signed-in',
  as: 'read',
  data: dataOf<DashboardLayout>(),
  query: { type: 'object', required: ['view'], properties: { view, role } },
});

/** Stores the cards in their order; without cards the layout is reset, to the role's or the product's. With a role (admins): its own. */
export const keepDashboardLayout = defineCall({
  name: 'keep-dashboard-layout',
  wire: 'PUT dashboard/layout',
  access: 'signed-in',
  as: 'update',
  data: dataOf<DashboardLayout>(),
  body: {
    type: 'object',
    required: ['view'],
    properties: {
      view,
      role,
      cards: {
        type: 'array',
        maxItems: mostCards,
        items: {
          type: 'object',
          required: ['id'],
          additionalProperties: false,
          properties: {
            id: { type: 'string', minLength: 1, maxLength: 40 },
            hidden: { type: 'boolean' },
            wide: { type: 'boolean' },
            measure: { type: 'string', maxLength: 10 },
            over: { type: 'string', maxLength: 40 },
          },
        },
      },
    },
  },
});
/** A card as it is sent: its measure and dimension are not checked yet. */
export type SentCard = Omit<PlacedCard, 'measure' | 'over'> & {
  readonly measure?: string | undefined;
  readonly over?: string | undefined;
};
