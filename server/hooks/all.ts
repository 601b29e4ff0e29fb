import { files } from 'virtual:extensions/hooks';
import type { Hooks } from '../context/hooks';
import { ownHooks } from './own-hooks';
import { hooks as announcements } from './access-control/announcements';
import { hooks as apiKeys } from './settings/api-keys';
import { hooks as applications } from './applications/applications';
import { hooks as attendance } from './workforce/attendance';
import { hooks as attendanceCorrections } from './workforce/attendance-corrections';
import { hooks as attendanceLocks } from './workforce/attendance-locks';
import { hooks as calls } from './leads/calls';
import { hooks as callHistory } from './leads/calls-history';
import { hooks as campaignCosts } from './marketing/campaign-costs';
import { hooks as campaignPages } from './marketing/campaign-pages';
import { hooks as campaignTemplates } from './marketing/campaign-templates';
import { hooks as colleges } from './settings/colleges';
import { hooks as counsellorRules } from './automation/counsellor-rules';
import { hooks as coupons } from './applications/coupons';
import { hooks as csvExports } from './leads/csv-exports';
import { hooks as customFields } from './settings/custom-fields';
import { hooks as dialerRules } from './automation/dialer-rules';
import { hooks as documentVerifications } from './applications/document-verifications';
import { hooks as emailCampaigns } from './marketing/email-campaigns';
import { hooks as feedback } from './access-control/feedback';
import { hooks as finances } from './workforce/finances';
import { hooks as followUps } from './leads/follow-ups';
import { hooks as forms } from './applications/forms';
import { hooks as holidays } from './workforce/holidays';
import { hooks as interviews } from './applications/interviews';
import { hooks as leadActivity } from './leads/lead-activity';
import { hooks as leadColleges } from './leads/lead-colleges';
import { hooks as leadGenAudiences } from './automation/lead-gen-audiences';
import { hooks as leadGenBroadcasts } from './automation/lead-gen-broadcasts';
import { hooks as leadGenCampaigns } from './automation/lead-gen-campaigns';
import { hooks as leadReferrals } from './leads/lead-referrals';
import { hooks as leadSources } from './settings/lead-sources';
import { hooks as leadStages } from './settings/lead-stages';
import { hooks as leads } from './leads/leads';
import { hooks as leaves } from './workforce/leaves';
import { hooks as noteHistory } from './leads/note-history';
import { hooks as notes } from './leads/notes';
import { hooks as orders } from './applications/orders';
import { hooks as payments } from './applications/payments';
import { hooks as publisherLeads } from './leads/publisher-leads';
import { hooks as publishers } from './leads/publishers';
import { hooks as pushNotifications } from './marketing/push-notifications';
import { hooks as pushSubscribers } from './marketing/push-subscribers';
import { hooks as queries } from './applications/queries';
import { hooks as reconcileBatches } from './marketing/reconcile-batches';
import { hooks as rules } from './automation/rules';
import { hooks as shifts } from './workforce/shifts';
import { hooks as shortUrls } from './marketing/short-urls';
import { hooks as smsCampaigns } from './marketing/sms-campaigns';
import { hooks as smsTemplates } from './marketing/sms-templates';
import { hooks as targets } from './workforce/targets';
import { hooks as teams } from './access-control/teams';
import { hooks as tenant } from './access-control/tenant';
import { hooks as tickets } from './support/tickets';
import { hooks as users } from './access-control/users';
import { hooks as usersRoles } from './access-control/users-roles';
import { hooks as utmLinks } from './marketing/utm-links';
import { hooks as virtualMeetings } from './leads/virtual-meetings';
import { hooks as voiceCampaigns } from './marketing/voice-campaigns';
import { hooks as voiceFiles } from './marketing/voice-files';
import { hooks as webhookDeliveries } from './settings/webhook-deliveries';
import { hooks as providerSettings } from './settings/provider-settings';
import { hooks as webhooks } from './settings/webhooks';
import { hooks as whatsappCampaigns } from './marketing/whatsapp-campaigns';
import { hooks as whatsappTemplates } from './marketing/whatsapp-templates';
import { hooks as workflowRules } from './automation/workflow-rules';
import { hooks as workflows } from './automation/workflows';

/** What each resource does beyond the generic calls, by its name: a new file is a line here (tests/architecture/lists). */
export const hookFiles: Readonly<Record<string, Hooks>> = {
  announcements,
  'api-keys': apiKeys,
  applications,
  attendance,
  'attendance-corrections': attendanceCorrections,
  'attendance-locks': attendanceLocks,
  calls,
  'calls-history': callHistory,
  'campaign-costs': campaignCosts,
  'campaign-pages': campaignPages,
  'campaign-templates': campaignTemplates,
  colleges,
  'counsellor-rules': counsellorRules,
  coupons,
  'csv-exports': csvExports,
  'custom-fields': customFields,
  'dialer-rules': dialerRules,
  'document-verifications': documentVerifications,
  'email-campaigns': emailCampaigns,
  feedback,
  finances,
  'follow-ups': followUps,
  forms,
  holidays,
  interviews,
  'lead-activity': leadActivity,
  'lead-colleges': leadColleges,
  'lead-gen-audiences': leadGenAudiences,
  'lead-gen-broadcasts': leadGenBroadcasts,
  'lead-gen-campaigns': leadGenCampaigns,
  'lead-referrals': leadReferrals,
  'lead-sources': leadSources,
  'lead-stages': leadStages,
  leads,
  leaves,
  'note-history': noteHistory,
  notes,
  orders,
  payments,
  'publisher-leads': publisherLeads,
  publishers,
  'push-notifications': pushNotifications,
  'push-subscribers': pushSubscribers,
  queries,
  'reconcile-batches': reconcileBatches,
  rules,
  shifts,
  'short-urls': shortUrls,
  'sms-campaigns': smsCampaigns,
  'sms-templates': smsTemplates,
  targets,
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
  'provider-settings': providerSettings,
  webhooks,
  'whatsapp-campaigns': whatsappCampaigns,
  'whatsapp-templates': whatsappTemplates,
  'workflow-rules': workflowRules,
  workflows,
};
const none: Hooks = {};
const extensions = ownHooks(files, hookFiles);

export const hooksOf = (resource: { readonly name: string }): Hooks =>
  hookFiles[resource.name] ?? extensions[resource.name] ?? none;
