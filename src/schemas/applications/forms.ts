import type { Fields } from '../kit/field';
import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

const properties = {
  name: { type: 'string', minLength: 1, maxLength: 120 },
  slug: { type: 'string', title: 'URL path', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', minLength: 1, maxLength: 80 },
  college_id: { type: 'integer' },
  course_ids: { type: 'array', title: 'Courses', items: { type: 'string' }, uniqueItems: true },
  schema: {
    title: 'Questions',
    default: {
      type: 'object',
      required: ['name', 'email', 'phone'],
      properties: {
        name: { type: 'string', title: 'Name', minLength: 1, maxLength: 120 },
        email: { type: 'string', title: 'Email', format: 'email' },
        phone: { type: 'string', title: 'Phone', pattern: '^\\+?[0-9]{6,15}$' },
      },
    },
  },
  ui_schema: { title: 'Field layout' },
  steps: {
    type: 'array',
    items: {
      type: 'object',
      required: ['title'],
      additionalProperties: false,
      properties: {
        title: { type: 'string', minLength: 1, maxLength: 80 },
        fields: { type: 'array', items: { type: 'string', maxLength: 60 }, maxItems: 100 },
      },
    },
    maxItems: 20,
  },
  document_type_ids: { type: 'array', title: 'Documents', items: { type: 'string' }, uniqueItems: true },
  fee: { type: 'number', minimum: 0, default: 0 },
  opens_at: { type: 'string', title: 'Opens', format: 'date-time' },
  closes_at: { type: 'string', title: 'Closes', format: 'date-time' },
  thank_you_text: { type: 'string', title: 'Thank-you text', maxLength: 1000 },
  published: { type: 'boolean', default: false },
  version: { type: 'integer', minimum: 1 },
  status,
} as const satisfies Fields;

const refs = { college_id: 'colleges', course_ids: 'courses', document_type_ids: 'document-types' } as const;
const ui = {
  status: { widget: 'switch' },
  slug: { help: 'The last part of the public URL: forms/…' },
  schema: { widget: 'questions' },
  ui_schema: { with: 'schema' },
  thank_you_text: { widget: 'textarea' },
} as const;
const rest = [
  { title: 'Questions and steps', fields: ['schema', 'steps'] },
  { title: 'Documents and fee', fields: ['document_type_ids', 'fee'] },
  { title: 'Publication', fields: ['opens_at', 'closes_at', 'published', 'thank_you_text', 'status'] },
] as const;

export const forms = defineResource({
  name: 'forms',
  label: 'Form',
  menu: { group: 'Application Manager', entry: 'Form Builder', order: 47, path: '/form-builder/forms' },
  access: 'role 1',
  fields: {
    type: 'object',
    required: ['name', 'slug', 'kind', 'schema'],
    additionalProperties: false,
    properties: {
      ...properties,
      kind: { type: 'string', enum: ['enquiry', 'application', 'post_application'], default: 'application' },
    },
  },
  readOnly: ['version'],
  refs,
  unique: ['name'],
  // Read before the tenant is known: forms/{slug} is public.
  uniqueEverywhere: ['slug'],
  columns: ['name', 'kind', 'college_id', 'fee', 'opens_at', 'closes_at', 'published', 'version', 'status'],
  filter: ['kind', 'college_id', 'published', 'opens_at', 'closes_at', 'status'],
  sort: ['name', 'fee', 'opens_at', 'closes_at', 'updated_at'],
  order: 'name',
  search: ['name', 'slug'],
  ui,
  groups: [{ title: 'Form', fields: ['name', 'slug', 'kind', 'college_id', 'course_ids'] }, ...rest],
  when: [{ notBefore: ['closes_at', 'opens_at'] }],
  checks: ['a schema of answers', 'steps name fields'],
  examples: [
    {
      name: 'B.Tech application',
      slug: 'btech-application',
      kind: 'application',
      schema: {
        type: 'object',
        required: ['name', 'email'],
        properties: { name: { type: 'string' }, email: { type: 'string', format: 'email' } },
      },
      fee: 1000,
    },
  ],
});

/** A view of the forms that are filled in after an application was accepted: no table of its own. */
export const postForms = defineResource({
  name: 'post-forms',
  label: 'Post-application form',
  menu: { group: 'Application Manager', entry: 'Post Application', order: 55, path: '/post-application/forms' },
  access: 'role 1',
  store: 'none',
  fields: {
    type: 'object',
    required: ['name', 'slug', 'schema'],
    additionalProperties: false,
    properties: { ...properties, kind: { type: 'string', enum: ['post_application'], default: 'post_application' } },
  },
  readOnly: ['version', 'kind'],
  refs,
  columns: ['name', 'college_id', 'opens_at', 'closes_at', 'published', 'version', 'status'],
  filter: ['college_id', 'published', 'opens_at', 'closes_at', 'status'],
  sort: ['name', 'opens_at', 'closes_at', 'updated_at'],
  order: 'name',
  search: ['name', 'slug'],
  ui,
  groups: [{ title: 'Form', fields: ['name', 'slug', 'college_id', 'course_ids'] }, ...rest],
  when: [{ notBefore: ['closes_at', 'opens_at'] }],
  checks: ['a schema of answers', 'steps name fields'],
  later: { page: 'applicants are not asked to fill these in yet. Forms you add are saved.' },
  actions: {
    history: { wire: 'GET res/post-forms/{id}/history', as: 'read' },
    usage: { wire: 'GET res/post-forms/{id}/usage', as: 'read' },
    restore: { wire: 'POST res/post-forms/{id}/restore', as: 'delete' },
    duplicate: { wire: 'POST res/post-forms/{id}/duplicate', as: 'create' },
    deleted: { wire: 'GET res/post-forms/deleted', as: 'read', access: 'role 1' },
  },
});

export type Form = Row<typeof forms>;
