import { files as extensions } from 'virtual:extensions/handlers';
import { failAt, Faults } from '../../src/schemas/kit/schema-fault';
import type { Handlers } from '../context/context';
import { handlers as announcements } from './access-control/announcements';
import { handlers as apiKeys } from './settings/api-keys';
import { handlers as applications } from './applications/applications';
import { handlers as attendance } from './workforce/attendance';
import { handlers as attendanceCorrections } from './workforce/attendance-corrections';
import { handlers as attendanceReport } from './workforce/attendance-report';
import { handlers as authTime } from './workforce/auth-time';
import { handlers as bulk } from './lists/bulk';
import { handlers as bulkChanges } from './lists/bulk-changes';
import { handlers as bulkPreview } from './lists/bulk-preview';
import { handlers as callActions } from './leads/call-actions';
import { handlers as callHistory } from './telephony/call-history';
import { handlers as collegeChoices } from './leads/college-choices';
import { handlers as collegeFigures } from './settings/college-figures';
import { handlers as collegeMatches } from './leads/college-matches';
import { handlers as campaignFigures } from './marketing/campaign-figures';
import { handlers as colleagues } from './access-control/colleagues';
import { handlers as dashboard } from './leads/dashboard';
import { handlers as dialer } from './telephony/dialer';
import { handlers as dialerLeads } from './telephony/dialer-leads';
import { handlers as dialerWebhooks } from './telephony/dialer-webhooks';
import { handlers as exports } from './lists/exports';
import { handlers as feedback } from './access-control/feedback';
import { handlers as files } from './lists/files';
import { handlers as calendarFeeds } from './leads/calendar-feeds';
import { handlers as followUps } from './leads/follow-ups';
import { handlers as followUpTimes } from './leads/follow-up-times';
import { handlers as forms } from './applications/forms';
import { handlers as incoming } from './telephony/incoming';
import { handlers as deliverLead } from './leads/deliver-lead';
import { handlers as leadCapture } from './leads/lead-capture';
import { handlers as leadFind } from './leads/lead-find';
import { handlers as leadGen } from './automation/lead-gen';
import { handlers as leadJourney } from './leads/lead-journey';
import { handlers as leadLooks } from './leads/lead-looks';
import { handlers as leadMerges } from './leads/lead-merges';
import { handlers as leadMessages } from './leads/lead-messages';
import { handlers as leadPage } from './leads/lead-page';
import { handlers as leadReferrals } from './leads/lead-referrals';
import { handlers as leadSuspects } from './leads/lead-suspects';
import { handlers as leadUploadSteps } from './leads/lead-upload-steps';
import { handlers as leadUploads } from './leads/lead-uploads';
import { handlers as liveBoard } from './telephony/live-board';
import { handlers as leads } from './leads/leads';
import { handlers as leaves } from './workforce/leaves';
import { handlers as lookUps } from './lists/look-ups';
import { handlers as meetingWebhook } from './leads/meeting-webhook';
import { handlers as meetings } from './leads/meetings';
import { handlers as dashboardLayouts } from './reports/dashboard-layout';
import { handlers as menuCounts } from './lists/menu-counts';
import { handlers as notifications } from './access-control/notifications';
import { handlers as orderReport } from './applications/order-report';
import { handlers as paymentOrders } from './applications/payment-orders';
import { handlers as payments } from './applications/payments';
import { handlers as places } from './lists/places';
import { handlers as profile } from './access-control/profile';
import { handlers as publicForms } from './applications/public-forms';
import { handlers as campaigns } from './marketing/campaigns';
import { handlers as partner } from './leads/partner';
import { handlers as publishers } from './marketing/publishers';
import { handlers as purchaseSummary } from './applications/purchase-summary';
import { handlers as simulatedInbox } from './marketing/simulated-inbox';
import { handlers as unsubscribe } from './marketing/unsubscribe';
import { handlers as push } from './marketing/push';
import { handlers as pushChannel } from './marketing/push-channel';
import { handlers as reportSchedules } from './reports/report-schedules';
import { handlers as reports } from './reports/reports';
import { handlers as teamDashboard } from './reports/team-dashboard';
import { handlers as resourceImports } from './lists/resource-imports';
import { handlers as ruleAllocation } from './automation/rule-allocation';
import { handlers as ruleEngine } from './automation/rule-engine';
import { handlers as sameLead } from './leads/same-lead';
import { handlers as secondFactor } from './access-control/second-factor';
import { handlers as session } from './access-control/session';
import { handlers as sessions } from './access-control/sessions';
import { handlers as shortUrls } from './marketing/short-urls';
import { handlers as messageTemplates } from './marketing/message-templates';
import { handlers as providerReports } from './marketing/provider-reports';
import { handlers as providerTest } from './settings/provider-test';
import { handlers as smsTemplates } from './marketing/sms-templates';
import { handlers as telephony } from './telephony/telephony';
import { handlers as tenant } from './access-control/tenant';
import { handlers as tenantConnections } from './access-control/tenant-connections';
import { handlers as tickets } from './support/tickets';
import { handlers as timeline } from './leads/timeline';
import { handlers as timelineExport } from './leads/timeline-export';
import { handlers as traffic } from './marketing/traffic';
import { handlers as plannedMoves } from './access-control/planned-moves';
import { handlers as userHierarchy } from './access-control/user-hierarchy';
import { handlers as views } from './lists/views';
import { handlers as visits } from './marketing/visits';
import { handlers as voice } from './telephony/voice';
import { handlers as voiceCampaigns } from './telephony/voice-campaigns';
import { handlers as webhookDeliveries } from './settings/webhook-deliveries';
import { handlers as whatsapp } from './whatsapp/whatsapp';
import { handlers as whatsappChats } from './whatsapp/whatsapp-chats';
import { handlers as whatsappFrame } from './whatsapp/whatsapp-frame';
import { handlers as whatsappTemplates } from './whatsapp/whatsapp-templates';
import { handlers as whatsappWebhooks } from './whatsapp/whatsapp-webhooks';
import { handlers as workTime } from './workforce/work-time';

/** The handlers of all hand-made calls, by file: a new file is a line here (tests/architecture/lists). */
export const callFiles: Readonly<Record<string, Handlers>> = {
  announcements,
  'api-keys': apiKeys,
  applications,
  attendance,
  'attendance-corrections': attendanceCorrections,
  'attendance-report': attendanceReport,
  'auth-time': authTime,
  bulk,
  'bulk-changes': bulkChanges,
  'bulk-preview': bulkPreview,
  'call-actions': callActions,
  'call-history': callHistory,
  'campaign-figures': campaignFigures,
  'college-choices': collegeChoices,
  'college-figures': collegeFigures,
  'college-matches': collegeMatches,
  colleagues,
  dashboard,
  'dashboard-layout': dashboardLayouts,
  'team-dashboard': teamDashboard,
  dialer,
  'dialer-leads': dialerLeads,
  'dialer-webhooks': dialerWebhooks,
  exports,
  feedback,
  files,
  'follow-ups': followUps,
  'follow-up-times': followUpTimes,
  'calendar-feeds': calendarFeeds,
  forms,
  incoming,
  'lead-capture': leadCapture,
  'lead-find': leadFind,
  'lead-gen': leadGen,
  'lead-journey': leadJourney,
  'lead-looks': leadLooks,
  'lead-merges': leadMerges,
  'lead-messages': leadMessages,
  'lead-page': leadPage,
  'lead-referrals': leadReferrals,
  'lead-suspects': leadSuspects,
  'lead-upload-steps': leadUploadSteps,
  'lead-uploads': leadUploads,
  leads,
  leaves,
  'live-board': liveBoard,
  'look-ups': lookUps,
  'meeting-webhook': meetingWebhook,
  meetings,
  'menu-counts': menuCounts,
  notifications,
  'order-report': orderReport,
  'payment-orders': paymentOrders,
  payments,
  places,
  profile,
  'public-forms': publicForms,
  campaigns,
  'deliver-lead': deliverLead,
  partner,
  publishers,
  'purchase-summary': purchaseSummary,
  'simulated-inbox': simulatedInbox,
  unsubscribe,
  push,
  'push-channel': pushChannel,
  'report-schedules': reportSchedules,
  reports,
  'resource-imports': resourceImports,
  'rule-allocation': ruleAllocation,
  'rule-engine': ruleEngine,
  'same-lead': sameLead,
  'second-factor': secondFactor,
  session,
  sessions,
  'short-urls': shortUrls,
  'message-templates': messageTemplates,
  'provider-reports': providerReports,
  'provider-test': providerTest,
  'sms-templates': smsTemplates,
  telephony,
  tenant,
  'tenant-connections': tenantConnections,
  tickets,
  timeline,
  'timeline-export': timelineExport,
  traffic,
  'planned-moves': plannedMoves,
  'user-hierarchy': userHierarchy,
  views,
  visits,
  voice,
  'voice-campaigns': voiceCampaigns,
  'webhook-deliveries': webhookDeliveries,
  whatsapp,
  'whatsapp-chats': whatsappChats,
  'whatsapp-frame': whatsappFrame,
  'whatsapp-templates': whatsappTemplates,
  'whatsapp-webhooks': whatsappWebhooks,
  'work-time': workTime,
};

/** Handlers of the hand-made calls and actions by name; throws when two files claim one. */
export function collectHandlers(): Handlers {
  const all: Record<string, Handlers[string]> = {};
  const faults = new Faults();
  const places = new Map<string, string>();
  const product = Object.entries(callFiles).map(([file, handlers]) => [`server/calls/${file}.ts`, handlers] as const);
  const own = Object.entries(extensions).map(([file, { handlers = {} }]) => [file, handlers] as const);
  for (const [file, handlers] of [...product, ...own])
    for (const [name, handler] of Object.entries(handlers)) {
      const first = places.get(name);
      if (first) faults.try(() => failAt(file)('handlers', `'${name}' has a handler in ${first} already; remove one`));
      places.set(name, file);
      all[name] = handler;
    }
  faults.end();
  return all;
}
