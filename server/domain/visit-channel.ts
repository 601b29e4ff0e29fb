import type { Device, VisitChannel } from '../../src/schemas/kit/visit-channels';

export interface CameFrom {
  readonly utm_source?: string | null | undefined;
  readonly utm_medium?: string | null | undefined;
  /** Host of the site that linked. */
  readonly referrer?: string | null | undefined;
  readonly click?: 'google' | 'facebook' | undefined;
}

const searchHosts = /(^|\.)(google|bing|yahoo|duckduckgo|yandex|baidu|ecosia|brave)\./;
const socialHosts = /(^|\.)(facebook|instagram|linkedin|twitter|x|t|youtube|pinterest|reddit|quora|threads)\.(com|co|net|in)$/;
const socialNames = /^(facebook|fb|instagram|ig|meta|linkedin|twitter|x|youtube|pinterest|quora|snapchat)([-_ ]?ads?)?$/;
const searchNames = /^(google|bing|yahoo|adwords)([-_ ]?ads?)?$/;
const paid = /^(cpc|ppc|cpm|cpv|paid|paid[-_ ]?(search|social)|ads?|display|sem)$/;
const named: Readonly<Record<string, VisitChannel>> = {
  email: 'email',
  'e-mail': 'email',
  newsletter: 'email',
  sms: 'sms',
  whatsapp: 'whatsapp',
  wa: 'whatsapp',
};

/** What the link says comes first, then an ad's click id, then the site that linked. */
export function visitChannel({ utm_source, utm_medium, referrer, click }: CameFrom): VisitChannel {
  const source = (utm_source ?? '').trim().toLowerCase();
  const medium = (utm_medium ?? '').trim().toLowerCase();
  const own = named[medium] ?? named[source];
  if (own) return own;
  if (paid.test(medium)) return socialNames.test(source) ? 'paid_social' : searchNames.test(source) ? 'paid_search' : 'campaign';
  if (!source && !medium && click) return click === 'google' ? 'paid_search' : 'paid_social';
  if (medium === 'organic') return 'organic';
  if (medium === 'social' || socialNames.test(source)) return 'social';
  if (medium === 'referral') return 'referral';
  if (source || medium) return 'campaign';
  if (!referrer) return 'direct';
  if (searchHosts.test(referrer)) return 'organic';
  return socialHosts.test(referrer) ? 'social' : 'referral';
}

/** From what the browser calls itself; the name itself is not stored. */
export function deviceOf(agent: string): Device {
  if (/ipad|tablet|kindle|silk|android(?!.*mobile)/i.test(agent)) return 'tablet';
  return /mobi|iphone|ipod|android/i.test(agent) ? 'mobile' : 'desktop';
}

/** Programs that fetch pages by themselves, and what names no browser. */
export const isBot = (agent: string): boolean =>
  !/^mozilla\/|^opera\//i.test(agent) ||
  /bot\b|bot[/;]|crawl|spider|slurp|headless|lighthouse|preview|externalhit|monitor|pingdom|phantom|scrap/i.test(agent);
