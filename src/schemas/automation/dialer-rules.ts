import { conditionBlocks, exampleBlocks, globleCondtion } from '../kit/condition-blocks';
import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

/** Its screens are hand-made (/dialer-list, /dialer-config). */
export const dialerRules = defineResource({
  name: 'dialer-rules',
  label: 'Dialer rule',
  access: { rule: 'nobody', list: 'org', read: 'org', create: 'org', update: 'org', route: 'org' },
  fields: {
    type: 'object',
    required: ['name', 'triggerType', 'rule', 'listIds'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      triggerType: { type: 'string', title: 'Trigger', enum: ['update', 'create'] },
      rule: conditionBlocks,
      globleCondtion,
      listIds: { type: 'array', title: 'Lead lists', items: { type: 'string' }, uniqueItems: true, minItems: 1, maxItems: 100 },
      priority: { type: 'integer', minimum: 0, maximum: 1000, default: 0 },
      status,
      createdByName: { type: 'string', maxLength: 120 },
      createdAt: { type: 'string', format: 'date-time' },
      userNames: { type: 'array', items: { type: 'string', maxLength: 120 } },
      userIds: { type: 'array', items: { type: 'string', maxLength: 26 } },
      listNames: { type: 'array', items: { type: 'string', maxLength: 120 } },
    },
  },
  readOnly: ['createdByName', 'createdAt', 'userNames', 'userIds', 'listNames'],
  virtual: ['createdByName', 'createdAt', 'userNames', 'userIds', 'listNames'],
  refs: { listIds: 'dialer-lists' },
  reach: { nothing: 'a rule queues only leads that the person who last saved it can see' },
  columns: ['name', 'triggerType', 'priority', 'created_at', 'status'],
  filter: ['triggerType', 'status'],
  sort: ['priority', 'name', 'created_at'],
  order: '-created_at',
  search: ['name'],
  checks: ['known conditions'],
  ui: { status: { widget: 'switch' } },
  wire: {
    list: 'GET dialer/config?page_number,limit,clgId',
    read: 'GET dialer/config/{id}',
    create: 'POST dialer/config',
    update: 'POST dialer/config@id',
    delete: 'none',
  },
  reply: { list: 'data.data+count', create: 'row' },
  examples: [{ name: 'Call unverified numbers', triggerType: 'create', rule: exampleBlocks, listIds: ['$dialer-lists'] }],
});

export type DialerRule = Row<typeof dialerRules>;
