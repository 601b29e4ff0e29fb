import { customSpecFields, customTypes } from '../kit/custom-values';
import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

export const customFields = defineResource({
  name: 'custom-fields',
  label: 'Custom field',
  menu: { group: 'Setting', under: 'Configuration', tab: 'Custom fields', path: '/config/custom-fields' },
  access: { code: 'Setting_Configuration' },
  fields: {
    type: 'object',
    required: ['entity', 'label', 'type'],
    additionalProperties: false,
    properties: {
      entity: { type: 'string', enum: ['lead', 'application', 'college', 'user'], default: 'lead' },
      label: { type: 'string', minLength: 1, maxLength: 60 },
      key: { type: 'string', minLength: 1, maxLength: 60 },
      type: {
        type: 'string',
        enum: customTypes,
        default: 'text',
      },
      options: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 80 } },
      required: { type: 'boolean', default: false },
      default_value: { title: 'Default value' },
      pattern: { type: 'string', maxLength: 200 },
      min: { type: 'number' },
      max: { type: 'number' },
      help_text: { type: 'string', title: 'Help text', maxLength: 200 },
      show_in_list: { type: 'boolean', title: 'Show in list', default: false },
      sort_order: { type: 'integer', title: 'Order', minimum: 0, maximum: 1000, default: 0 },
      status,
      group: { type: 'string', maxLength: 60 },
      show_in_form: { type: 'boolean', title: 'Show in form', default: true },
      unique: { type: 'boolean', default: false },
      depends_on: {
        type: 'object',
        title: 'Depends on',
        required: ['field', 'values'],
        additionalProperties: false,
        properties: {
          field: { type: 'string', maxLength: 60 },
          values: { type: 'array', items: { type: 'string', maxLength: 80 } },
        },
      },
    },
  },
  readOnly: ['key'],
  unique: [['entity', 'key']],
  columns: ['label', 'key', 'entity', 'type', 'required', 'status'],
  filter: ['entity', 'type', 'status'],
  sort: ['label', 'sort_order', 'updated_at'],
  order: 'sort_order',
  search: ['label', 'key'],
  messages: { options: { required: 'Add at least one option' } },
  checks: ['options differ', 'least is not above most'],
  when: [
    { if: { field: 'type', in: ['select', 'multiselect'] }, require: ['options'] },
    { if: { field: 'type', in: ['select', 'multiselect'] }, show: ['options'] },
    { if: { field: 'type', in: ['text', 'textarea', 'number'] }, show: ['min', 'max'] },
    { if: { field: 'type', in: ['text', 'textarea', 'phone', 'email', 'url'] }, show: ['pattern'] },
  ],
  ui: {
    status: { widget: 'switch' },
    default_value: { widget: 'default' },
    min: { help: 'Minimum value (numbers) or length (text)' },
    max: { help: 'Maximum value (numbers) or length (text)' },
    pattern: { help: 'The text must match this pattern', placeholder: '[A-Z]{5}[0-9]{4}[A-Z]' },
    depends_on: { help: 'Shown only when that custom field has one of these values' },
    unique: { help: 'Two records cannot have the same value' },
  },
  groups: [
    { title: 'Field', fields: ['entity', 'label', 'type', 'options', 'default_value', 'help_text'] },
    { title: 'Validation', fields: ['required', 'unique', 'min', 'max', 'pattern'] },
    { title: 'Where it appears', fields: ['show_in_form', 'show_in_list', 'group', 'sort_order', 'depends_on', 'status'] },
  ],
  wire: {
    list: 'POST get/custome-field@entity,id,page_number,limit',
    read: 'none',
    create: 'POST create/custome-field',
    update: 'POST create/custome-field@id',
    delete: 'POST delete/custome-field@id',
  },
  // Everyone who sees a record reads the names of its fields; the catalogue itself stays with Setting_Configuration.
  lists: {
    lookUp: { wire: 'GET get/custom-field-names?entity', pick: customSpecFields, paged: false, access: 'look-up' },
  },
  examples: [{ entity: 'lead', label: 'Hostel needed', type: 'checkbox' }],
});

export type CustomField = Row<typeof customFields>;
