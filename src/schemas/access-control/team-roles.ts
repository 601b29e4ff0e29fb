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
      rights: {
        type: 'array',
        title: 'May',
        items: { type: 'string', enum: ['see_team_leads', 'reassign', 'approve_leave', 'listen_calls', 'export'] },
        uniqueItems: true,
      },
    },
  },
  unique: ['name'],
  columns: ['name', 'description', 'rights', 'status'],
  filter: ['status'],
  sort: ['name', 'updated_at'],
  order: 'name',
  search: ['name', 'description'],
  checks: ['known permission codes', 'one entry per permission code'],
  ui: { status: { widget: 'switch' }, description: { widget: 'textarea' } },
  examples: [{ name: 'Deputy', description: 'Stands in for the team lead', rights: ['see_team_leads', 'reassign'] }],
});

export type TeamRole = Row<typeof teamRoles>;
