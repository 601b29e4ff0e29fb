import { defineResource, type Row } from '../kit/resource';
import { email, phone, status, url } from '../kit/shared-fields';

export const colleges = defineResource({
  name: 'colleges',
  label: 'College',
  menu: { group: 'Setting', entry: '{entity} List', order: 64, path: '/college-list' },
  access: { code: 'PATNER_COLLEGES', list: 'look-up', feature: 'partner_college' },
  fields: {
    type: 'object',
    required: ['clg_name'],
    additionalProperties: false,
    properties: {
      clg_name: { type: 'string', title: 'Name', minLength: 1, maxLength: 150 },
      short_name: { type: 'string', maxLength: 40 },
      logo: { type: 'string', format: 'uri-reference' },
      city_id: { type: 'integer', title: 'City' },
      state_id: { type: 'integer', title: 'State' },
      website: url,
      email,
      phone,
      course_ids: { type: 'array', title: 'Courses', items: { type: 'string' }, uniqueItems: true },
      contact_user_ids: { type: 'array', title: 'Contacts', items: { type: 'string' }, uniqueItems: true },
      seats: { type: 'integer', minimum: 0 },
      application_fee: { type: 'number', minimum: 0 },
      lead_push_url: { ...url, title: 'Lead push address' },
      lead_push_key: { type: 'string', title: 'Lead push key', maxLength: 200 },
      status,
      code: { type: 'string', maxLength: 20 },
      is_partner: { type: 'boolean', title: 'Partner', default: true },
      commission: {
        type: 'object',
        required: ['type', 'value'],
        additionalProperties: false,
        properties: { type: { type: 'string', enum: ['none', 'fixed', 'percent'] }, value: { type: 'number', minimum: 0 } },
      },
      custom: { type: 'object' },
    },
  },
  refs: {
    city_id: { to: 'cities', where: { state_id: '$state_id' } },
    state_id: 'states',
    course_ids: 'courses',
    contact_user_ids: 'users',
  },
  key: { name: 'clg_id', type: 'integer' },
  customFields: 'college',
  unique: ['clg_name', 'code'],
  secret: ['lead_push_key'],
  files: ['logo'],
  columns: ['clg_name', 'short_name', 'state_id', 'city_id', 'seats', 'is_partner', 'status'],
  filter: ['state_id', 'city_id', 'is_partner', 'status'],
  sort: ['clg_name', 'seats', 'application_fee', 'updated_at'],
  order: 'clg_name',
  search: ['clg_name', 'short_name', 'code'],
  ui: {
    status: { widget: 'switch' },
    is_partner: { widget: 'switch' },
    lead_push_url: { help: 'Leads of a partner college are sent here when they are captured or moved to it' },
    lead_push_key: { help: 'Sent as a bearer token; it also signs each lead' },
  },
  lists: {
    lookUp: { wire: 'GET lead-gen/colleges', where: { status: 1 }, pick: ['clg_id', 'clg_name', 'id'], paged: false },
    all: { wire: 'GET colleges-list', where: { status: 1 }, pick: ['clg_id', 'clg_name', 'id'], paged: false },
  },
  examples: [{ clg_name: 'Fergusson College', short_name: 'Fergusson', seats: 120, application_fee: 500 }],
});

export type College = Row<typeof colleges>;
