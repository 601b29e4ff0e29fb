import type { Handlers } from '../context/context';
import { handlers as announcements } from './announcements';
import { handlers as apiKeys } from './api-keys';
import { handlers as applications } from './applications';
import { handlers as attendance } from './attendance';
import { handlers as bulk } from './bulk';
import { handlers as callActions } from './call-actions';
import { handlers as colleagues } from './colleagues';
import { handlers as dashboard } from './dashboard';
import { handlers as dialer } from './dialer';
import { handlers as dialerWebhooks } from './dialer-webhooks';
import { handlers as exports } from './exports';
import { handlers as feedback } from './feedback';
import { handlers as files } from './files';
import { handlers as followUps } from './follow-ups';
import { handlers as forms } from './forms';
import { handlers as leadCapture } from './lead-capture';
import { handlers as leadGen } from './lead-gen';
import { handlers as leadJourney } from './lead-journey';
import { handlers as leadReferrals } from './lead-referrals';
import { handlers as leadUploads } from './lead-uploads';
import { handlers as leads } from './leads';
import { handlers as leaves } from './leaves';
import { handlers as lookUps } from './look-ups';
import { handlers as menuCounts } from './menu-counts';
import { handlers as notifications } from './notifications';
import { handlers as paymentOrders } from './payment-orders';
import { handlers as payments } from './payments';
import { handlers as places } from './places';
import { handlers as profile } from './profile';
import { handlers as publicForms } from './public-forms';
import { handlers as publishers } from './publishers';
import { handlers as purchaseSummary } from './purchase-summary';
import { handlers as push } from './push';
import { handlers as pushChannel } from './push-channel';
import { handlers as resourceImports } from './resource-imports';
import { handlers as ruleAllocation } from './rule-allocation';
import { handlers as ruleEngine } from './rule-engine';
import { handlers as sameLead } from './same-lead';
import { handlers as secondFactor } from './second-factor';
import { handlers as session } from './session';
import { handlers as sessions } from './sessions';
import { handlers as shortUrls } from './short-urls';
import { handlers as smsTemplates } from './sms-templates';
import { handlers as telephony } from './telephony';
import { handlers as tenant } from './tenant';
import { handlers as tenantConnections } from './tenant-connections';
import { handlers as tickets } from './tickets';
import { handlers as timeline } from './timeline';
import { handlers as timelineExport } from './timeline-export';
import { handlers as views } from './views';
import { handlers as voice } from './voice';
import { handlers as voiceCampaigns } from './voice-campaigns';
import { handlers as webhookDeliveries } from './webhook-deliveries';
import { handlers as whatsapp } from './whatsapp';
import { handlers as whatsappChats } from './whatsapp-chats';
import { handlers as whatsappFrame } from './whatsapp-frame';
import { handlers as whatsappTemplates } from './whatsapp-templates';
import { handlers as whatsappWebhooks } from './whatsapp-webhooks';
import { handlers as workTime } from './work-time';

/** The handlers of all hand-made calls, by file: a new file is a line here (tests/architecture/lists). */
export const callFiles: Readonly<Record<string, Handlers>> = {
  announcements,
  'api-keys': apiKeys,
  applications,
  attendance,
  bulk,
  'call-actions': callActions,
  colleagues,
  dashboard,
  dialer,
  'dialer-webhooks': dialerWebhooks,
  exports,
  feedback,
  files,
  'follow-ups': followUps,
  forms,
  'lead-capture': leadCapture,
  'lead-gen': leadGen,
  'lead-journey': leadJourney,
  'lead-referrals': leadReferrals,
  'lead-uploads': leadUploads,
  leads,
  leaves,
  'look-ups': lookUps,
  'menu-counts': menuCounts,
  notifications,
  'payment-orders': paymentOrders,
  payments,
  places,
  profile,
  'public-forms': publicForms,
  publishers,
  'purchase-summary': purchaseSummary,
  push,
  'push-channel': pushChannel,
  'resource-imports': resourceImports,
  'rule-allocation': ruleAllocation,
  'rule-engine': ruleEngine,
  'same-lead': sameLead,
  'second-factor': secondFactor,
  session,
  sessions,
  'short-urls': shortUrls,
  'sms-templates': smsTemplates,
  telephony,
  tenant,
  'tenant-connections': tenantConnections,
  tickets,
  timeline,
  'timeline-export': timelineExport,
  views,
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
  for (const [file, handlers] of Object.entries(callFiles))
    for (const [name, handler] of Object.entries(handlers)) {
      if (all[name]) throw new Error(`server/calls/${file}.ts: '${name}' has a handler already`);
      all[name] = handler;
    }
  return all;
}
