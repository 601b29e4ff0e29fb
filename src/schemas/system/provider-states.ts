import { defineResource, type Row } from '../kit/resource';

/** How a provider's reports go, stored apart from its settings so that a report does not count as an edit. */
export const providerStates = defineResource({
  name: 'provider-states',
  label: 'Provider state',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['provider_id'],
    additionalProperties: false,
    properties: {
      provider_id: { type: 'string' },
      reports: { type: 'integer', minimum: 0, default: 0 },
      /** About messages that are not in the ledger. */
      unknown_reports: { type: 'integer', minimum: 0, default: 0 },
      last_report_at: { type: 'string', format: 'date-time' },
    },
  },
  audited: false,
  refs: { provider_id: 'provider-settings' },
  unique: ['provider_id'],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type ProviderState = Row<typeof providerStates>;
