/** The ways to write to a lead, in the order in which they are offered. */
export const leadChannels = ['whatsapp', 'sms', 'email'] as const;
export type LeadChannel = (typeof leadChannels)[number];
export const channelNames: Readonly<Record<LeadChannel, string>> = { whatsapp: 'WhatsApp', sms: 'SMS', email: 'Email' };
