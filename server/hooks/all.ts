import type { Hooks } from '../context/hooks';
import { hooks as announcements } from './announcements';
import { hooks as apiKeys } from './api-keys';
import { hooks as applications } from './applications';
import { hooks as attendance } from './attendance';
import { hooks as campaignPages } from './campaign-pages';
import { hooks as campaignTemplates } from './campaign-templates';
import { hooks as counsellorRules } from './counsellor-rules';
import { hooks as coupons } from './coupons';
import { hooks as csvExports } from './csv-exports';
import { hooks as customFields } from './custom-fields';
import { hooks as dialerRules } from './dialer-rules';
import { hooks as documentVerifications } from './document-verifications';
import { hooks as feedback } from './feedback';
import { hooks as finances } from './finances';
import { hooks as followUps } from './follow-ups';
import { hooks as forms } from './forms';
import { hooks as interviews } from './interviews';
import { hooks as leadGenAudiences } from './lead-gen-audiences';
import { hooks as leadGenBroadcasts } from './lead-gen-broadcasts';
import { hooks as leadGenCampaigns } from './lead-gen-campaigns';
import { hooks as leadReferrals } from './lead-referrals';
import { hooks as leadSources } from './lead-sources';
import { hooks as leadStages } from './lead-stages';
import { hooks as leads } from './leads';
import { hooks as leaves } from './leaves';
import { hooks as notes } from './notes';
import { hooks as payments } from './payments';
import { hooks as pushNotifications } from './push-notifications';
import { hooks as pushSubscribers } from './push-subscribers';
import { hooks as queries } from './queries';
import { hooks as reconcileBatches } from './reconcile-batches';
import { hooks as rules } from './rules';
import { hooks as shifts } from './shifts';
import { hooks as shortUrls } from './short-urls';
import { hooks as smsTemplates } from './sms-templates';
import { hooks as teams } from './teams';
import { hooks as tenant } from './tenant';
import { hooks as tickets } from './tickets';
import { hooks as users } from './users';
import { hooks as usersRoles } from './users-roles';
import { hooks as utmLinks } from './utm-links';
import { hooks as virtualMeetings } from './virtual-meetings';
import { hooks as voiceCampaigns } from './voice-campaigns';
import { hooks as voiceFiles } from './voice-files';
import { hooks as webhookDeliveries } from './webhook-deliveries';
import { hooks as webhooks } from './webhooks';
import { hooks as whatsappTemplates } from './whatsapp-templates';
import { hooks as workflowRules } from './workflow-rules';
import { hooks as workflows } from './workflows';

/** What each resource does beyond the generic calls, by its name: a new file is a line here (tests/architecture/lists). */
export const hookFiles: Readonly<Record<string, Hooks>> = {
  announcements,
  'api-keys': apiKeys,
  applications,
  attendance,
  'campaign-pages': campaignPages,
  'campaign-templates': campaignTemplates,
  'counsellor-rules': counsellorRules,
  coupons,
  'csv-exports': csvExports,
  'custom-fields': customFields,
  'dialer-rules': dialerRules,
  'document-verifications': documentVerifications,
  feedback,
  finances,
  'follow-ups': followUps,
  forms,
  interviews,
  'lead-gen-audiences': leadGenAudiences,
  'lead-gen-broadcasts': leadGenBroadcasts,
  'lead-gen-campaigns': leadGenCampaigns,
  'lead-referrals': leadReferrals,
  'lead-sources': leadSources,
  'lead-stages': leadStages,
  leads,
  leaves,
  notes,
  payments,
  'push-notifications': pushNotifications,
  'push-subscribers': pushSubscribers,
  queries,
  'reconcile-batches': reconcileBatches,
  rules,
  shifts,
  'short-urls': shortUrls,
  'sms-templates': smsTemplates,
  teams,
  tenant,
  tickets,
  users,
  'users-roles': usersRoles,
  'utm-links': utmLinks,
  'virtual-meetings': virtualMeetings,
  'voice-campaigns': voiceCampaigns,
  'voice-files': voiceFiles,
  'webhook-deliveries': webhookDeliveries,
  webhooks,
  'whatsapp-templates': whatsappTemplates,
  'workflow-rules': workflowRules,
  workflows,
};
const none: Hooks = {};

export const hooksOf = (resource: { readonly name: string }): Hooks => hookFiles[resource.name] ?? none;
