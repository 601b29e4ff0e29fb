import type { AskedColumns } from './asked-column';
import { campaignState, figures, scheduleAt } from './message-fields';
import type { RecordOffer, ResourceAction } from './record-calls';
import { campaignResultLabels, campaignResultNames } from './send-reasons';

/** What campaigns of every channel share: their plan, their state and what the server keeps of a run. */
export const campaignFields = {
  audience_id: { type: 'string', title: 'Audience' },
  throttle: { type: 'integer', title: 'Maximum messages per minute', minimum: 1, maximum: 100_000 },
  repeat: { type: 'string', title: 'Repeats', enum: ['never', 'daily', 'weekly', 'monthly'], default: 'never' },
  schedule_at: { ...scheduleAt, title: 'Next start' },
  state: campaignState,
  problem: { type: 'string', title: 'Why it stopped', maxLength: 300 },
  run: { type: 'integer', title: 'Run', minimum: 0, default: 0 },
  started_at: { type: 'string', title: 'Started', format: 'date-time' },
  finished_at: { type: 'string', title: 'Finished', format: 'date-time' },
  totals: figures(
    'audience',
    'waiting',
    'held',
    'sent',
    'delivered',
    'read',
    'clicked',
    'replied',
    'failed',
    'opted_out',
    'unknown',
  ),
  unknown_messages: { type: 'integer', title: 'Messages with an unknown result', minimum: 0 },
  sent_through: { type: 'string', title: 'Sent through', maxLength: 100 },
} as const;

export const campaignReadOnly = [
  'schedule_at',
  'state',
  'problem',
  'run',
  'started_at',
  'finished_at',
  'totals',
  'unknown_messages',
  'sent_through',
] as const;
/** Found when a campaign is read, the figures in the ledger; stored nowhere. */
export const campaignVirtual = ['totals', 'unknown_messages', 'sent_through'] as const;

export const campaignColumnNames = ['sent', 'delivered', 'read', 'clicked', 'replied', 'failed', 'opted_out', 'unknown'] as const;
/** The same figures as columns of a list, counted only where they are shown. */
export const campaignAsked: AskedColumns<never> = Object.fromEntries(
  campaignColumnNames.map((name) => [
    name,
    { title: campaignResultLabels[name], ...(name === 'sent' || name === 'delivered' ? { shown: true } : {}) },
  ]),
);

/** The sections for how fast and how often, and for what has become of it. */
export const campaignPace = { title: 'Pace', fields: ['throttle', 'repeat'] } as const;
export const campaignStatus = {
  title: 'Status',
  fields: ['state', 'schedule_at', 'started_at', 'finished_at', 'sent_through', 'unknown_messages', 'problem'],
} as const;

export const campaignUi = {
  totals: { widget: 'hidden' },
  run: { widget: 'hidden' },
  throttle: { help: 'Leave empty to send as fast as the provider accepts them' },
  repeat: { help: 'A repeated campaign finds its audience again each time' },
  unknown_messages: { help: "The provider's reply was lost. They are not sent again unless you decide so." },
} as const;

const draftOrScheduled = { field: 'state', in: ['draft', 'scheduled'] } as const;
/** What has started stays as it was sent. */
export const campaignEditIf = draftOrScheduled;
const hasUnknown = { field: 'unknown_messages', set: true } as const;

/** The buttons and sections of a campaign's page, by what each does; the wires are the schema file's own. */
export const campaignOffers = {
  start: [
    { label: 'Send now', look: 'primary', if: draftOrScheduled, send: { schedule_at: null } },
    {
      label: 'Schedule',
      look: 'plain',
      if: draftOrScheduled,
      ask: { properties: { schedule_at: { ...scheduleAt, title: 'Start at' } }, required: ['schedule_at'] },
    },
  ],
  move: [
    { label: 'Pause', look: 'plain', if: { field: 'state', is: 'sending' }, send: { to: 'paused' } },
    { label: 'Resume', look: 'primary', if: { field: 'state', is: 'paused' }, send: { to: 'sending' } },
    { label: 'Stop', look: 'danger', if: { field: 'state', in: ['scheduled', 'sending', 'paused'] }, send: { to: 'stopped' } },
  ],
  decide: [
    { label: 'Send unknown messages again', look: 'plain', if: hasUnknown, send: { as: 'again' } },
    { label: 'Count unknown messages as sent', look: 'plain', if: hasUnknown, send: { as: 'sent' } },
  ],
  segment: [
    {
      label: 'Make segment',
      if: { field: 'state', in: ['sending', 'paused', 'sent', 'stopped', 'failed'] },
      ask: {
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 120 },
          results: { type: 'string', title: 'Leads whose message is', enum: campaignResultNames, default: 'read' },
        },
        required: ['name', 'results'],
        ui: { results: { labels: campaignResultLabels } },
      },
    },
  ],
} as const satisfies Readonly<Record<string, readonly RecordOffer[]>>;

export const campaignSections = {
  results: {
    title: 'Results',
    empty: 'The campaign has not started yet.',
    columns: { result: 'Result', messages: 'Messages', share: 'Share' },
  },
  check: {
    title: 'Before sending',
    empty: 'The campaign has started, or its audience has no leads.',
    columns: { what: 'What happens', people: 'Leads', cost: 'Cost' },
  },
  preview: {
    title: 'Preview with real leads',
    empty: 'The campaign has started, or its audience has no leads.',
    columns: { lead_name: 'Lead', to: 'To', text: 'Message' },
  },
  recipients: {
    title: 'Recipients',
    empty: 'The campaign has not started yet.',
    choose: { name: 'result', values: campaignResultNames, labels: campaignResultLabels },
    columns: { lead_name: 'Lead', to: 'To', state: 'Result', why: 'Reason', sent_at: 'Sent', run: 'Run' },
  },
} as const satisfies Readonly<Record<string, NonNullable<ResourceAction['shows']>>>;
