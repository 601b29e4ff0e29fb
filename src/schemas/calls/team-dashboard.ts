import { dataOf, defineCall } from '../kit/call';
import type { DashboardLayout } from '../kit/dashboard-layout';
import type { ReportTable, ShownCard } from '../kit/report';
import type { ShownTargets } from '../kit/targets';

const day = { type: 'string', format: 'date' } as const;

/** The cards of everyone the reader sees; for admins also how the tenant's machinery is. `filters` are written as in a cell. */
export const teamDashboard = defineCall({
  name: 'team-dashboard',
  wire: 'GET dashboard/team?from,to,filters',
  access: 'signed-in',
  as: 'read',
  data: dataOf<TeamDashboard>(),
  query: { type: 'object', properties: { from: day, to: day, filters: { type: 'string', maxLength: 4000 } } },
});

export interface TeamDashboard extends Pick<ReportTable, 'as_of' | 'from' | 'to' | 'values'> {
  readonly layout: DashboardLayout;
  /** The shown cards of measures, in the order of the layout. */
  readonly cards: readonly ShownCard[];
  readonly health?: TenantHealth;
  /** For admins, as long as the tenant has no leads, or no one else to work them. */
  readonly setup?: SetupSteps;
  /** Of the month in which the range ends. */
  readonly targets?: ShownTargets;
}
/** What is done of setting up a tenant. */
export interface SetupSteps {
  readonly people: boolean;
  readonly leads: boolean;
  readonly rules: boolean;
  readonly providers: boolean;
}
/** What an admin would want to hear about before the counsellors do. The last 24 hours, unless it says otherwise. */
export interface TenantHealth {
  readonly jobs: { readonly failed: number; readonly waiting: number; readonly last_failed: string | null };
  readonly webhooks: { readonly failed: number; readonly delivered: number };
  readonly messages: readonly { readonly channel: string; readonly sent: number; readonly failed: number }[];
  /** What is left of the credit of channels that have one, in the tenant's currency. */
  readonly quotas: readonly { readonly channel: string; readonly credit: number; readonly left: number }[];
  /** Sources by their newest lead, the quietest last. */
  readonly sources: readonly { readonly id: string; readonly name: string; readonly last_at: string }[];
}
