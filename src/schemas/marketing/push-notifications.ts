import {
  campaignAsked,
  campaignFields,
  campaignOffers,
  campaignReadOnly,
  campaignSections,
  campaignStatus,
  campaignUi,
  campaignVirtual,
} from '../kit/campaign-fields';
import { scheduleAt } from '../kit/message-fields';
import { defineResource, type Row } from '../kit/resource';
import { url } from '../kit/shared-fields';

const { repeat: _repeat, ...shared } = campaignFields;
const { repeat: _help, ...sharedUi } = campaignUi;

/** A campaign whose recipients are browsers. It starts when it is saved, at once or at its time. */
export const pushNotifications = defineResource({
  name: 'push-notifications',
  label: 'Push notification',
  menu: { group: 'Marketing', entry: 'Push Notification', order: 44, path: '/push-notification' },
  access: { code: 'Push_Notification', route: 'signed-in' },
  fields: {
    type: 'object',
    required: ['title', 'body'],
    additionalProperties: false,
    properties: {
      title: { type: 'string', minLength: 1, maxLength: 80 },
      body: { type: 'string', title: 'Text', minLength: 1, maxLength: 240 },
      icon: { ...url, title: 'Icon URL' },
      url: { ...url, title: 'Link opened on click' },
      ...shared,
      schedule_at: scheduleAt,
      recipients: { type: 'integer', title: 'Recipients', minimum: 0 },
    },
  },
  refs: { audience_id: 'lead-gen-audiences' },
  readOnly: [...campaignReadOnly.filter((name) => name !== 'schedule_at'), 'recipients'],
  virtual: [...campaignVirtual, 'recipients'],
  asked: campaignAsked,
  columns: ['title', 'state', 'audience_id', 'schedule_at', 'started_at', 'created_at'],
  filter: ['state', 'audience_id'],
  sort: ['title', 'schedule_at', 'created_at'],
  order: '-created_at',
  search: ['title', 'body'],
  ui: {
    ...sharedUi,
    body: { widget: 'textarea' },
    audience_id: { help: 'Leave empty to reach every subscriber', empty: 'Every subscriber' },
    schedule_at: { help: 'Leave empty to send as soon as you save' },
    recipients: { widget: 'hidden' },
  },
  groups: [
    { title: 'Notification', fields: ['title', 'body', 'icon', 'url', 'audience_id', 'schedule_at', 'throttle'] },
    { title: 'Status', fields: campaignStatus.fields.filter((name) => name !== 'schedule_at') },
  ],
  wire: { create: 'POST push-notification@audience=$audience_id', update: 'none', delete: 'none' },
  reply: { create: ['id', 'recipients'] },
  actions: {
    start: { wire: 'POST push-notifications/{id}/start', as: 'update', offers: campaignOffers.start },
    move: { wire: 'POST push-notifications/{id}/move', as: 'update', offers: campaignOffers.move },
    decide: { wire: 'POST push-notifications/{id}/decide', as: 'update', offers: campaignOffers.decide },
    segment: { wire: 'POST push-notifications/{id}/segment', as: 'update', offers: campaignOffers.segment },
    results: { wire: 'GET push-notifications/{id}/results', as: 'read', shows: campaignSections.results },
    recipients: {
      wire: 'GET push-notifications/{id}/recipients?page_number,limit,result',
      as: 'read',
      shows: campaignSections.recipients,
    },
    check: { wire: 'GET push-notifications/{id}/check', as: 'read', shows: campaignSections.check },
  },
  examples: [{ title: 'Last date tomorrow', body: 'Applications for BBA close on 30 June.', url: 'https://example.com/apply' }],
});

export type PushNotification = Row<typeof pushNotifications>;
