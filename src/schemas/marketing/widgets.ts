import { defineResource, type Row } from '../kit/resource';
import { status, url } from '../kit/shared-fields';

export const widgets = defineResource({
  name: 'widgets',
  label: 'Widget',
  menu: { group: 'Marketing', entry: 'Manage Widgets', order: 43, path: '/manage-widgets' },
  access: { code: 'Manage_Widgets', route: 'signed-in', menu: { code: 'Manage_Widgets' } },
  fields: {
    type: 'object',
    required: ['name', 'kind'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      kind: { type: 'string', enum: ['form', 'chat', 'callback', 'popup', 'push_optin'] },
      form_id: { type: 'string', title: 'Form' },
      theme: {
        type: 'object',
        additionalProperties: false,
        properties: {
          primary: { type: 'string', title: 'Colour', pattern: '^#[0-9A-Fa-f]{6}$' },
          position: { type: 'string', enum: ['bottom_right', 'bottom_left', 'inline'] },
        },
      },
      trigger: { type: 'string', title: 'Opens on', enum: ['load', 'delay', 'scroll', 'exit', 'click'], default: 'click' },
      delay_s: { type: 'integer', title: 'Delay (seconds)', minimum: 0, maximum: 600, default: 0 },
      source_id: { type: 'string', title: 'Lead source' },
      college_id: { type: 'integer', title: 'College' },
      status,
    },
  },
  refs: { source_id: 'lead-sources', college_id: 'colleges' },
  unique: ['name'],
  columns: ['name', 'kind', 'trigger', 'source_id', 'college_id', 'status', 'updated_at'],
  filter: ['kind', 'source_id', 'college_id', 'status'],
  sort: ['name', 'updated_at'],
  order: 'name',
  search: ['name'],
  when: [{ if: { field: 'trigger', is: 'delay' }, show: ['delay_s'] }],
  ui: {
    status: { widget: 'switch' },
    kind: { labels: { form: 'Form', chat: 'Chat', callback: 'Call back', popup: 'Pop-up', push_optin: 'Push opt-in' } },
    trigger: { labels: { load: 'Page load', delay: 'Delay', scroll: 'Scroll', exit: 'Exit intent', click: 'Click' } },
  },
  groups: [
    { title: 'Widget', fields: ['name', 'kind', 'form_id', 'status'] },
    { title: 'Appearance', fields: ['theme', 'trigger', 'delay_s'] },
    { title: 'Lead settings', fields: ['source_id', 'college_id'] },
  ],
  later: {
    page: "widgets can't be embedded in a website yet. Widgets you add are saved.",
    fields: {
      allowed_origins: {
        why: 'widgets do not run on other sites yet',
        field: { type: 'array', title: 'Sites', items: url, minItems: 1, maxItems: 50 },
      },
    },
  },
  examples: [{ name: 'Admission enquiry', kind: 'popup', trigger: 'exit' }],
});

export type Widget = Row<typeof widgets>;
