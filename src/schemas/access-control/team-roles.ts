import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';
import { permissions } from '../kit/shared-fields';

export const teamRoles = defineResource({
  name: 'team-roles',
  label: 'Team role',
  menu: { group: 'Setting', entry: 'Team Roles', order: 62, path: '/teams-roles' },
  access: { code: 'TEAM_ROLES', staff: true, menu: { code: 'USER_ROLES' } },
  fields: {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 60 },
      description: { type: 'string', maxLength: 300 },
      permissions: permissions,
      status,
    },
  },
  unique: ['name'],
  columns: ['name', 'description', 'status'],
  filter: ['status'],
  sort: ['name', 'updated_at'],
  order: 'name',
  search: ['name', 'description'],
  checks: ['known permission codes', 'one entry per permission code'],
  ui: { status: { widget: 'switch' }, description: { widget: 'textarea' } },
  later: {
    page: 'a team role does not change what people can do yet. Rights come from User Roles, and who sees whose records from Teams.',
    fields: {
      rights: {
        why: 'rights come from User Roles only',
        field: {
          type: 'array',
          title: 'May',
          items: { type: 'string', enum: ['see_team_leads', 'reassign', 'approve_leave', 'listen_calls', 'export'] },
          uniqueItems: true,
        },
      },
    },
  },
  examples: [{ name: 'Deputy', description: 'Stands in for the team lead' }],
});

export type TeamRole = Row<typeof teamRoles>;
