import { defineResource, type Row } from '../kit/resource';
import { permissions, status } from '../kit/shared-fields';

export const usersRoles = defineResource({
  name: 'users-roles',
  label: 'User role',
  menu: { group: 'Access Control', entry: 'User Roles', order: 68, path: '/users-roles' },
  access: { code: 'USER_ROLES', staff: true, list: 'look-up', menu: 'org' },
  fields: {
    type: 'object',
    required: ['role_name', 'data_scope', 'permissions'],
    additionalProperties: false,
    properties: {
      role_name: { type: 'string', title: 'Role name', minLength: 1, maxLength: 60 },
      base_role: { type: 'integer', title: 'Starts from', enum: [1, 2, 3, 4, 5, 6] },
      data_scope: {
        type: 'string',
        title: 'Sees leads of',
        enum: ['tenant', 'branch', 'team', 'own_and_lists', 'own', 'none'],
        default: 'own',
      },
      permissions,
      in_audit_filter: { type: 'boolean', title: 'Shown in the timeline filter', default: true },
      is_system: { type: 'boolean', title: 'System role' },
      status,
      field_rules: {
        type: 'array',
        title: 'Field rules',
        items: {
          type: 'object',
          required: ['resource', 'field', 'rule'],
          additionalProperties: false,
          properties: {
            resource: { type: 'string', maxLength: 40 },
            field: { type: 'string', maxLength: 60 },
            rule: { type: 'string', enum: ['hidden', 'masked', 'read_only'] },
          },
        },
        maxItems: 500,
      },
    },
  },
  reach: ['data_scope'],
  apiKeys: 'read',
  readOnly: ['is_system'],
  key: { name: 'role', type: 'integer' },
  unique: ['role_name'],
  messages: { data_scope: { required: 'Choose whose leads the role sees' } },
  columns: ['role_name', 'role', 'data_scope', 'is_system', 'status'],
  filter: ['data_scope', 'status'],
  sort: ['role_name', 'role'],
  order: 'role',
  search: ['role_name'],
  checks: ['known permission codes', 'one entry per permission code'],
  ui: {
    status: { widget: 'switch' },
    base_role: {
      labels: { 1: 'Administrator', 2: 'Manager', 3: 'Team Leader', 4: 'Counsellor', 5: 'Caller', 6: 'Back Office' },
    },
    data_scope: {
      labels: {
        tenant: 'The whole organisation',
        branch: 'Own branch',
        team: 'Own team',
        own_and_lists: 'Own leads and calling lists',
        own: 'Own leads',
        none: 'No leads',
      },
    },
  },
  examples: [{ role_name: 'Senior counsellor', data_scope: 'own', permissions: [{ code: 'LEADS', level: [1, 2, 3, 6] }] }],
});

export type UserRole = Row<typeof usersRoles>;
