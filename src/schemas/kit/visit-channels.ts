/** How a visitor came to a site, worked out from UTM values, ad clicks and the site that linked (server/domain/visit-channel). */
export const visitChannels = [
  'paid_search',
  'paid_social',
  'organic',
  'social',
  'email',
  'sms',
  'whatsapp',
  'referral',
  'campaign',
  'direct',
] as const;
export type VisitChannel = (typeof visitChannels)[number];

export const visitChannelNames: Readonly<Record<VisitChannel, string>> = {
  paid_search: 'Paid search',
  paid_social: 'Paid social',
  organic: 'Organic search',
  social: 'Social',
  email: 'Email',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  referral: 'Other sites',
  campaign: 'Other campaigns',
  direct: 'Direct',
};

export const devices = ['mobile', 'desktop', 'tablet'] as const;
export type Device = (typeof devices)[number];

export const deviceNames: Readonly<Record<Device, string>> = { mobile: 'Mobile', desktop: 'Desktop', tablet: 'Tablet' };

/** What happens in a visit. */
export const visitEvents = ['page_view', 'form_view', 'form_start'] as const;
