import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

const key = { type: 'string', maxLength: 4000 } as const;

export const adsAccounts = defineResource({
  name: 'ads-accounts',
  label: 'Ads account',
  menu: { group: 'Marketing', under: 'Ads Management', tab: 'Accounts', path: '/advertising-management/accounts' },
  related: [{ title: 'Ads Management', path: '/advertising-management' }],
  access: { code: 'Ads_Management', feature: 'ads' },
  fields: {
    type: 'object',
    required: ['platform', 'name', 'account_id', 'source_id'],
    additionalProperties: false,
    properties: {
      platform: { type: 'string', enum: ['facebook', 'google'] },
      name: { type: 'string', minLength: 1, maxLength: 120 },
      account_id: { type: 'string', title: 'Account ID', minLength: 1, maxLength: 60 },
      page_or_customer_id: { type: 'string', title: 'Page or customer ID', maxLength: 60 },
      college_id: { type: 'integer', title: 'College' },
      source_id: { type: 'string', title: 'Lead source' },
      status,
    },
  },
  refs: { college_id: 'colleges', source_id: 'lead-sources' },
  unique: ['account_id'],
  columns: ['name', 'platform', 'account_id', 'college_id', 'source_id', 'status'],
  filter: ['platform', 'college_id', 'source_id', 'status'],
  sort: ['name', 'updated_at'],
  order: 'name',
  search: ['name', 'account_id'],
  ui: { status: { widget: 'switch' } },
  groups: [
    { title: 'Account', fields: ['platform', 'name', 'account_id', 'page_or_customer_id', 'status'] },
    { title: 'Lead settings', fields: ['source_id', 'college_id'] },
  ],
  later: {
    fields: {
      credentials: {
        why: 'nothing signs in to ad platforms yet',
        field: {
          type: 'object',
          additionalProperties: false,
          properties: { token: { ...key, title: 'Access token' }, secret: { ...key, title: 'App secret' } },
        },
        secret: true,
      },
      field_map: {
        why: 'no leads are fetched from ad forms yet',
        field: {
          type: 'array',
          title: 'Fields of the ad form',
          items: {
            type: 'object',
            additionalProperties: false,
            properties: {
              external: { type: 'string', title: 'Form field', maxLength: 120 },
              field: { type: 'string', title: 'Lead field', maxLength: 60 },
            },
          },
          maxItems: 100,
        },
      },
      sync_minutes: {
        why: 'no leads are fetched from ad forms yet',
        field: { type: 'integer', title: 'Minutes between syncs', minimum: 5, maximum: 1440, default: 15 },
      },
      last_sync_at: {
        why: 'no leads are fetched from ad forms yet',
        field: { type: 'string', title: 'Last sync', format: 'date-time' },
      },
      last_error: {
        why: 'no leads are fetched from ad forms yet',
        field: { type: 'string', title: 'Last error', maxLength: 500 },
      },
    },
  },
  examples: [{ platform: 'facebook', name: 'Northstar Facebook', account_id: 'act_2027', source_id: '$lead-sources' }],
});

export type AdsAccount = Row<typeof adsAccounts>;
