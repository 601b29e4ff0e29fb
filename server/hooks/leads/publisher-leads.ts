import type { publisherLeads } from '../../../src/schemas/leads/publisher-leads';
import type { Hooks } from '../../context/hooks';
import { deliveredLeads } from '../../leads/delivered-leads';

export const hooks: Hooks<typeof publisherLeads> = { rows: ({ session }) => deliveredLeads(session.tenantId) };
